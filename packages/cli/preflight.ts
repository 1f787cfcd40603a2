import path from 'node:path';
import { CSV_SETTINGS } from '#preflight/csv/settings';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import { preflightCsv } from '#preflight/rows/judge-content';
import { preflightNdjson } from '#preflight/ndjson/preflight-ndjson';
import { presentPreflight } from '#preflight/present-report';
import { ACCEPTED_IMPORT_TYPES, CSV_BYTES_MAX, MalformedCsvError } from '#preflight/report';
import type { CsvReport, ImportType, NdjsonReport } from '#preflight/report';
import { EXIT, Failure } from './failure.ts';
import { printRefusal, printReport } from './print-report.ts';
import { readContent } from './read-content.ts';
import type { Screen } from './screen.ts';

/** How many rows a person sees as read, unless `sample_rows` is sent. */
const ROWS_SHOWN = 5;
/** Without a service there is no household to compare names with, and the limit is the service's default. */
const NO_HOUSEHOLD = { categories: [], tags: [], merchants: [] };
const NATIVE_ROWS_MAX = 100_000;

export const hasNativeName = (file: string): boolean => /\.(?:ndjson|jsonl|json)$/i.test(file);

function readType(name: string | undefined, file: string): ImportType {
  if (name === undefined) return hasNativeName(file) ? 'NativeImport' : 'TransactionImport';
  const type = ACCEPTED_IMPORT_TYPES.find((accepted) => accepted === name);
  if (type !== undefined) return type;
  throw new Failure('usage', `--type must be one of ${ACCEPTED_IMPORT_TYPES.join(', ')}.`);
}

/** The settings among `key=value` arguments. Throws Failure for an unknown key. */
export function readSettings(list: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    list.map((argument) => {
      const [, key = argument, value] = /^([^=]*)=(.*)$/s.exec(argument) ?? [];
      if (!CSV_SETTINGS.some((known) => known === key)) {
        const known = CSV_SETTINGS.join(', ');
        throw new Failure('usage', `There is no setting ${key}. Settings: ${known}.`);
      }
      if (value !== undefined) return [key, value];
      throw new Failure('usage', `Give the setting ${key} a value: --setting ${key}=…`);
    }),
  );
}

/** Prints what POST /imports/preflight would answer, without a server. */
export async function preflight(
  screen: Screen,
  options: { type?: string; setting?: string[] },
  [file = '']: string[],
): Promise<number> {
  const type = readType(options.type, file);
  const settings = readSettings(options.setting ?? []);
  const bytes = await readContent(screen.streams, file, CSV_BYTES_MAX);
  const judgeAgain = (next: CsvSettingsInput): CsvReport | NdjsonReport =>
    type === 'NativeImport'
      ? preflightNdjson(bytes, { existing: NO_HOUSEHOLD, rowsMax: NATIVE_ROWS_MAX })
      : preflightCsv(
          bytes,
          type,
          { ...(!screen.isJson && { sample_rows: ROWS_SHOWN }), ...next },
          new Date(),
        );
  const judged = { file, type, settings, judgeAgain };
  try {
    const report = judgeAgain(settings);
    const content = {
      filename: path.basename(file),
      contentType: type === 'NativeImport' ? 'application/x-ndjson' : 'text/csv',
      byteSize: bytes.byteLength,
    };
    if (screen.isJson) screen.answer({ data: presentPreflight(type, content, report) });
    else printReport(screen, report, judged);
    return report.errorsCount === 0 ? EXIT.fine : EXIT.faults;
  } catch (error) {
    if (!(error instanceof MalformedCsvError)) throw error;
    const message = 'The content could not be parsed as CSV.';
    const body = { error: 'invalid_csv', message, errors: [error.message] };
    screen.answer(body);
    if (!screen.isJson) printRefusal(screen, body, error.suggestions, judged);
    return EXIT.faults;
  }
}
