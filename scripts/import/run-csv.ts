import { readFileSync } from 'node:fs';
import { CSV_SETTINGS } from '#preflight/csv/settings';
import { readContent } from '../../packages/cli/read-content.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { createApiClient } from './api-client.ts';
import { ask } from './ask.ts';
import { createCsvClient } from './csv-client.ts';
import { importCsv } from './import-csv.ts';
import { showRows } from './show-rows.ts';
import { printAway } from '../terminal/find-service.ts';
import type { FoundService } from '../terminal/find-service.ts';

/** The options of `npm run import` for a CSV. */
export interface CsvCommand {
  type?: string;
  account?: string;
  profile?: string;
  'save-profile'?: string;
  setting?: string[];
  'skip-invalid': boolean;
  yes: boolean;
}

/** Whether a file is a native export by its name, or else by how it starts. */
export function isNativeExport(file: string): boolean {
  if (/\.(?:ndjson|jsonl|json)$/i.test(file)) return true;
  if (/\.(?:csv|tsv|txt)$/i.test(file)) return false;
  return /^\uFEFF?\s*\{/.test(readFileSync(file).subarray(0, 1024).toString('utf8'));
}

/** Imports one CSV for a person at a terminal; gives the exit code. Throws UsageError and RefusedError. */
export async function runCsv(
  service: FoundService,
  file: string,
  command: CsvCommand,
): Promise<number> {
  const client = createCsvClient(createApiClient(service.url, service.key, printAway));
  const { type, account, profile, 'save-profile': saveProfile } = command;
  const fields = {
    // A person chose the settings on the command line.
    inferred_settings: '',
    ...readSettings(command.setting ?? []),
    ...(type !== undefined && { type }),
    ...(account !== undefined && { account_id: await client.findByName('accounts', account) }),
    ...(profile !== undefined && {
      profile_id: await client.findByName('import_profiles', profile),
    }),
    ...(saveProfile !== undefined && { save_profile: saveProfile }),
  };
  return importCsv({
    client,
    file,
    content: new Uint8Array(await readContent(process, file)),
    fields,
    skipInvalid: command['skip-invalid'],
    confirm: command.yes ? async () => 'yes' : ask,
    progress: (id) => showRows('Import', id),
  });
}

function readSettings(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.map((argument) => {
      const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(argument) ?? [];
      if (!CSV_SETTINGS.some((known) => known === name)) {
        throw new UsageError(
          `--setting ${argument}: write name=value, with one of ${CSV_SETTINGS.join(', ')}.`,
        );
      }
      return [name, value];
    }),
  );
}
