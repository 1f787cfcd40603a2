import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROW_SHAPES } from '#preflight/rows/import-row';
import { CSV_TYPES } from '#preflight/types/csv-types';
import { Screen } from '../../packages/cli/screen.ts';
import type { Streams } from '../../packages/cli/screen.ts';
import { printSample } from '../../packages/cli/print-sample.ts';
import { plain } from '../../packages/cli/plain.ts';
import type { CsvClient, CsvImportAnswer } from './csv-client.ts';
import type { RowsProgress } from './show-rows.ts';
import { printHowToUndo, printSummary } from './undo-import.ts';

const ROWS_SHOWN = 5;
const POLL_MS = 500;

/** A CSV that is to be imported, and how. */
export interface CsvImportOptions {
  client: CsvClient;
  file: string;
  content: Uint8Array<ArrayBuffer>;
  /** Request fields: account_id, profile_id, save_profile, type and settings. */
  fields: Readonly<Record<string, string>>;
  skipInvalid: boolean;
  /** Asks the person; 'unasked' without a terminal to ask at. */
  confirm: (question: string) => Promise<'yes' | 'no' | 'unasked'>;
  /** Shows how far the worker is, from when it begins. */
  progress: (id: string) => RowsProgress;
  pollMs?: number;
}

/**
 * Checks the file, shows what importing it would do, asks, and imports. The exit code: 0 imported or nothing to
 * import, 1 refused by the file or the person, 2 when it must ask and cannot. What is not imported leaves nothing behind.
 */
export async function importCsv(options: CsvImportOptions): Promise<number> {
  const { client, skipInvalid, confirm } = options;
  const created = await client.create(formOf(options));
  const made = created.verdicts === null ? await waitFor(options, created.id) : created;
  const { verdicts } = made;
  if (verdicts === null) return printEnd(made);
  await showPlan(client, made, verdicts);
  const wanted = verdicts.new + verdicts.update;
  const drop = async (code: number, told: string): Promise<number> => {
    await client.remove(made.id);
    console.log(told);
    return code;
  };
  if (verdicts.invalid > 0 && !skipInvalid) {
    return drop(1, `\nNothing was imported. ${howToMend(made)}`);
  }
  if (wanted === 0) {
    const isRead = Object.values(verdicts).some((count) => count > 0);
    return drop(isRead ? 0 : 1, '\nThere is nothing to import.');
  }
  const answer = await confirm(`\nImport ${wanted} row${wanted === 1 ? '' : 's'}? [y/N] `);
  if (answer === 'no') return drop(1, 'Nothing was imported.');
  if (answer === 'unasked') {
    return drop(
      2,
      '\nNothing was imported: there is no terminal to confirm in. Use --yes to import.',
    );
  }
  await client.publish(made.id, skipInvalid);
  return printEnd(await waitFor(options, made.id));
}

function howToMend({ type, account_id: accountId, settings }: CsvImportAnswer): string {
  const isHomeless = accountId === null && settings['account_col_label'] === undefined;
  return ROW_SHAPES[type].inAccount && isHomeless
    ? 'Name the account with --account, or its column with --setting account_col_label=COLUMN.'
    : 'Correct the rows, or leave them out with --skip-invalid.';
}

function formOf({ file, content, fields }: CsvImportOptions): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('apply_suggestions', 'true');
  form.set('client_import_id', randomUUID());
  form.set('file', new Blob([content], { type: 'text/csv' }), path.basename(file));
  return form;
}

async function showPlan(
  client: CsvClient,
  made: CsvImportAnswer,
  verdicts: NonNullable<CsvImportAnswer['verdicts']>,
): Promise<void> {
  const { profile, evidence, type } = made;
  if (profile !== null)
    console.log(`Read with the profile ${plain(profile.name)} (${profile.how}).`);
  for (const { message } of made.errors) console.log(plain(message));
  for (const warning of made.warnings) console.log(`Warning: ${plain(warning)}`);
  const footer = Number(made.settings['footer_rows_to_skip'] ?? 0);
  if (footer > 0) console.log(`Left out as a footer: the last ${footer} of the file's rows.`);
  const sample = (await client.rows(made.id, `per_page=${ROWS_SHOWN}`)).map(({ line, values }) => ({
    ...values,
    line,
  }));
  if (sample.length > 0) {
    const sign = evidence?.sign;
    console.log('\nRows as read:');
    printSample(
      new Screen(process as unknown as Streams, false),
      sample,
      CSV_TYPES[type],
      sign && {
        basis: sign.basis,
        ...(sign.rows_agree !== undefined && { rowsAgree: sign.rows_agree }),
        ...(sign.rows_disagree !== undefined && { rowsDisagree: sign.rows_disagree }),
      },
    );
  }
  console.log('');
  for (const [verdict, count] of Object.entries(verdicts)) {
    if (count > 0 || verdict === 'new') console.log(`  ${verdict.padEnd(10)} ${count}`);
  }
  if (verdicts.invalid === 0) return;
  console.log('');
  const invalid = await client.rows(made.id, `verdict=invalid&per_page=${ROWS_SHOWN}`);
  for (const { errors } of invalid)
    for (const { message } of errors) console.log(`  ${plain(message)}`);
}

/** Whether a worker judges, publishes or undoes the import, or is about to. */
function isAtWork({ status, verdicts }: CsvImportAnswer): boolean {
  return (
    status === 'publishing' || status === 'undoing' || (status === 'pending' && verdicts === null)
  );
}

async function waitFor(
  { client, progress, pollMs = POLL_MS }: Pick<CsvImportOptions, 'client' | 'progress' | 'pollMs'>,
  id: string,
): Promise<CsvImportAnswer> {
  const shown = progress(id);
  try {
    for (;;) {
      const now = await client.show(id);
      shown.show(now.progress);
      if (!isAtWork(now)) return now;
      await sleep(pollMs);
    }
  } finally {
    shown.stop();
  }
}

function printEnd({ id, status, summary, error, undo_until: until }: CsvImportAnswer): number {
  printSummary(summary, 'published');
  if (error !== null) console.log(`${error.code}: ${plain(error.message)}`);
  console.log(`Import ${id} is ${status}.`);
  printHowToUndo(id, until);
  return status === 'complete' ? 0 : 1;
}
