import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Client, Schemas } from '#client';
import { ROW_SHAPES } from '#preflight/rows/import-row';
import { CSV_TYPES } from '#preflight/types/csv-types';
import { EXIT, Failure } from '../failure.ts';
import { readSettings } from '../preflight.ts';
import { printSample } from '../print-sample.ts';
import type { Screen } from '../screen.ts';
import { watch } from '../service.ts';
import { printHowToUndo, printSummary } from '../undo.ts';
import { ask } from './ask.ts';

type Import = Schemas['Import'];

const ROWS_SHOWN = 5;
const NAMES_SHOWN = 20;

/** How a CSV is to be imported. */
export interface CsvOptions {
  type?: string;
  account?: string;
  newAccount?: string;
  number?: string;
  profile?: string;
  saveProfile?: string;
  setting?: string[];
  skipInvalid?: boolean;
  yes?: boolean;
}

/**
 * Checks the file, shows what importing it would do, asks, and imports. Returns the exit code: 0 imported or nothing to import, 1
 * refused by the file or the person, 2 when it must ask and cannot. If nothing is imported, nothing is left behind.
 */
export async function importCsv(
  screen: Screen,
  client: Client,
  { file, content }: { file: string; content: Uint8Array<ArrayBuffer> },
  options: CsvOptions,
): Promise<number> {
  const form = await formOf(client, options);
  const account = await createAccount(client, options);
  const name = file === '-' ? 'import.csv' : path.basename(file);
  const uploaded = client.post('/imports', {
    body: {
      // The service validates what the person typed.
      ...form,
      ...(account !== null && { account_id: account.id }),
      file: new File([content], name, { type: 'text/csv' }),
    },
  });
  const drop = async (): Promise<void> => {
    // An upload that is under way becomes an import, too.
    const made = await uploaded.catch(() => null);
    if (made !== null) await client.delete('/imports/{id}', { path: { id: made.data.id } });
    if (account !== null) await client.delete('/accounts/{id}', { path: account });
  };
  const leave = async (): Promise<void> => {
    await drop();
    screen.tell('Nothing was imported.');
  };
  screen.whenStopped(leave);
  const { data: created } = await uploaded.catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  const made =
    created.verdicts === null
      ? await watch(screen, client, { what: 'Import', run: created, leave })
      : created;
  const { verdicts } = made;
  if (verdicts === null) return printEnd(screen, made);
  await showPlan(screen, client, made, verdicts);
  const wanted = verdicts.new + verdicts.update;
  const refused = whyNot(made, verdicts, options) ?? (await whyNotAgreed(screen, wanted, options));
  if (refused !== null) {
    await drop();
    screen.print();
    screen.print(refused.says);
    screen.answer({ data: made, message: refused.says });
    return refused.code;
  }
  if (screen.isStopped) return screen.stopped;
  // From here on it may have been published.
  screen.whenStopped(() => {
    for (const line of howToContinue(screen, made.id)) screen.tell(line);
  });
  const body = { skip_invalid: options.skipInvalid === true };
  const { data: run } = await client.post('/imports/{id}/publish', {
    path: { id: made.id },
    body,
  });
  const end = { what: 'Import', run, leave: howToContinue(screen, made.id) };
  return printEnd(screen, await watch(screen, client, end));
}

interface Refusal {
  says: string;
  code: number;
}

/** Why it cannot be imported, found before anyone is asked. */
function whyNot(
  { type, account_id: accountId, settings }: Import,
  verdicts: NonNullable<Import['verdicts']>,
  { skipInvalid }: CsvOptions,
): Refusal | null {
  if (verdicts.invalid > 0 && skipInvalid !== true) {
    const isHomeless = accountId === null && settings['account_col_label'] === undefined;
    const mend =
      ROW_SHAPES[type].inAccount && isHomeless
        ? 'Name the account with --account, or its column with --setting account_col_label=COLUMN.'
        : 'Correct the rows, or leave them out with --skip-invalid.';
    return { says: `Nothing was imported. ${mend}`, code: EXIT.faults };
  }
  if (verdicts.new + verdicts.update > 0) return null;
  const isRead = Object.values(verdicts).some((count) => count > 0);
  return { says: 'There is nothing to import.', code: isRead ? EXIT.fine : EXIT.faults };
}

async function whyNotAgreed(
  screen: Screen,
  wanted: number,
  { yes }: CsvOptions,
): Promise<Refusal | null> {
  if (yes === true) return null;
  // A question does not belong in a JSON document.
  const question = `\nImport ${wanted} row${wanted === 1 ? '' : 's'}? [y/N] `;
  const answer = screen.isJson ? 'unasked' : await ask(question, screen.streams);
  if (answer === 'yes') return null;
  if (answer === 'no') return { says: 'Nothing was imported.', code: EXIT.faults };
  const says = 'Nothing was imported: there is no terminal to confirm in. Use --yes to import.';
  return { says, code: EXIT.usage };
}

/** Creates the account for the file that the person asked for; null without one. */
async function createAccount(
  client: Client,
  { account, newAccount: name, number }: CsvOptions,
): Promise<{ id: string } | null> {
  if (name === undefined) {
    if (number === undefined) return null;
    throw new Failure('usage', '--number goes with --new-account.');
  }
  if (account !== undefined) throw new Failure('usage', 'Use --account or --new-account.');
  // The same command again would import the same rows into a second account.
  for await (const known of client.list('/accounts'))
    if (known.name === name)
      throw new Failure('usage', `There is an account ${name} already; use --account.`);
  const body = { name, ...(number !== undefined && { number }) };
  const { id } = (await client.post('/accounts', { body })).data;
  return { id };
}

/** The fields of the upload, with the ids of records that are given by name. */
async function formOf(client: Client, options: CsvOptions): Promise<Record<string, string>> {
  const { type, account, profile, saveProfile, setting = [] } = options;
  return {
    // A person chose the settings on the command line.
    inferred_settings: '',
    ...readSettings(setting),
    ...(type !== undefined && { type }),
    ...(account !== undefined && { account_id: await findByName(client, '/accounts', account) }),
    ...(profile !== undefined && {
      profile_id: await findByName(client, '/import_profiles', profile),
    }),
    ...(saveProfile !== undefined && { save_profile: saveProfile }),
    apply_suggestions: 'true',
    client_import_id: randomUUID(),
  };
}

/** The id of the record with that name or id; names are compared exactly. Throws Failure. */
async function findByName(
  client: Client,
  list: '/accounts' | '/import_profiles',
  name: string,
): Promise<string> {
  const found: string[] = [];
  const names: string[] = [];
  for await (const record of client.list(list)) {
    if (record.name === name || record.id === name) found.push(record.id);
    names.push(record.name);
  }
  const [id, ...more] = found;
  if (more.length > 0) throw new Failure('usage', `Several are called ${name}; give the id.`);
  if (id !== undefined) return id;
  const there = names.length === 0 ? 'none yet' : names.slice(0, NAMES_SHOWN).join(', ');
  const what = list === '/accounts' ? 'account' : 'profile';
  throw new Failure('usage', `There is no ${what} ${name}. There are: ${there}.`);
}

async function showPlan(
  screen: Screen,
  client: Client,
  made: Import,
  verdicts: NonNullable<Import['verdicts']>,
): Promise<void> {
  const { id, profile, evidence, type } = made;
  if (profile !== null) screen.print(`Read with the profile ${profile.name} (${profile.how}).`);
  for (const { message } of made.errors) screen.print(message);
  for (const warning of made.warnings) screen.print(`Warning: ${warning}`, 'yellow');
  const footer = Number(made.settings['footer_rows_to_skip'] ?? 0);
  if (footer > 0) screen.print(`Left out as a footer: the last ${footer} of the file's rows.`);
  const rows = async (query: { verdict?: 'invalid' }) =>
    (
      await client.get('/imports/{id}/rows', {
        path: { id },
        query: { ...query, per_page: ROWS_SHOWN },
      })
    ).data;
  const sample = await rows({});
  if (sample.length > 0) {
    const { sign } = evidence ?? {};
    screen.print();
    screen.print('Rows as read:', 'bold');
    const shown = sample.map(({ line, values }) => ({ ...values, line }));
    printSample(
      screen,
      shown as never,
      CSV_TYPES[type],
      sign && {
        basis: sign.basis,
        ...(sign.rows_agree !== undefined && { rowsAgree: sign.rows_agree }),
        ...(sign.rows_disagree !== undefined && { rowsDisagree: sign.rows_disagree }),
      },
    );
  }
  screen.print();
  for (const [verdict, count] of Object.entries(verdicts)) {
    if (count > 0 || verdict === 'new') screen.print(`  ${verdict.padEnd(10)} ${count}`);
  }
  if (verdicts.invalid === 0) return;
  screen.print();
  for (const { errors } of await rows({ verdict: 'invalid' })) {
    for (const { message } of errors) screen.print(`  ${message}`, 'red');
  }
}

/** What a person reads after they stop watching. */
export function howToContinue(screen: Screen, id: string): readonly string[] {
  return [
    `Stopped watching: the service continues with ${id}.`,
    `To undo it when it is complete: ${screen.program} undo ${id}`,
  ];
}

function printEnd(screen: Screen, made: Import): number {
  const { id, status, summary, error, undo_until: until } = made;
  screen.answer({ data: made });
  printSummary(screen, summary, 'published');
  if (error !== null) screen.print(`${error.code}: ${error.message}`, 'red');
  screen.print(`Import ${id} is ${status}.`);
  printHowToUndo(screen, id, until);
  return status === 'complete' ? EXIT.fine : EXIT.faults;
}
