import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { AnySql, Tx } from '../postgres/connect.ts';
import { copyIn } from '../postgres/driver/copy-in.ts';
import { findRow } from '../postgres/household-rows.ts';
import { jsonParameter } from '../postgres/json-parameter.ts';
import type { RowChange } from '#preflight/rows/change-row';
import type { CommonValues } from '#preflight/rows/import-row';
import type { RowVerdict } from '#preflight/states';
import type { Warning, WarningCode } from '#preflight/warnings/warning';
import { listRows } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';
import { COPIED_COLUMNS } from './copy-row.ts';
import type { CsvScope } from './csv/scope.ts';
import { isInLedger } from './match/live-of-money.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** `verdictMade`: a person chose the verdict. `valuesMade`: what a person corrected, by wire name. */
export interface StoredImportRow extends CommonValues, Omit<RowChange, 'values'> {
  line: number;
  recordId: string;
  ofId: string | null;
  certainty: 'exact' | 'likely' | null;
}

const columns = (sql: AnySql) => sql`
  r.line, r.record_id, r.verdict, r.verdict_made, r.values_made, r.date, r.amount,
  coalesce(r.currency, a.currency) as currency, r.name, r.category, r.tags, r.notes, r.pending,
  case when i.account_id is null then coalesce(r.account, a.name) else a.name end as account, r.more, r.errors, r.warnings, r.of_id, r.certainty`;

const withAccount = (sql: AnySql) => sql`
  from import_rows r
  join imports i on i.household_id = r.household_id and i.id = r.import_id
  left join accounts a on a.household_id = r.household_id and a.id = r.account_id`;

/** Gives the import itself these warnings in place of all with the codes. Older reports hold only their sentences. */
export async function warnImport(
  tx: Tx,
  { householdId, importId }: CsvScope,
  codes: readonly WarningCode[],
  warnings: readonly Warning[],
): Promise<void> {
  type Told = { warnings: (Warning | string)[] };
  const told = tx`coalesce(report -> 'warnings', '[]') as warnings`;
  const before = (await findRow<Told>(tx, 'imports', told, householdId, importId))?.warnings ?? [];
  const replaced = new Set<string>([...codes, ...warnings.map(({ message }) => message)]);
  const others = before.filter((one) => !replaced.has(typeof one === 'string' ? one : one.code));
  if (others.length === before.length && warnings.length === 0) return;
  await tx`
    update imports
    set report = jsonb_set(report, '{warnings}', ${jsonParameter(tx, [...others, ...warnings])})
    where household_id = ${householdId}
      and id = ${importId}`;
}

/** Bytes that one statement copies: a few thousand rows, well below what a request's statement may take. */
const COPIED_BYTES = 512 * 1024;
const CHUNK_BYTES = 64 * 1024;
const LF = 10;

/** Appends the rows that a preflight thread read: compressed lines of a `copy`. Holds a few thousand of them at a time. */
export async function copyImportRows(tx: Tx, rows: Uint8Array): Promise<void> {
  const statement = `copy import_rows (${COPIED_COLUMNS.join(', ')}) from stdin`;
  let pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of Readable.from([rows]).pipe(createGunzip({ chunkSize: CHUNK_BYTES }))) {
    const read = piece as Buffer;
    // Line feeds inside a row are escaped.
    const end = read.lastIndexOf(LF) + 1;
    bytes += read.byteLength;
    if (bytes < COPIED_BYTES || end === 0) {
      pieces.push(read);
      continue;
    }
    await copyIn(tx, statement, Buffer.concat([...pieces, read.subarray(0, end)]));
    pieces = [read.subarray(end)];
    bytes = read.byteLength - end;
  }
  if (bytes > 0) await copyIn(tx, statement, Buffer.concat(pieces));
}

/** A page of an import's rows in file order. Until a worker has judged them, `new` matches only those that a person marked so. */
export async function listImportRows(
  sql: AnySql,
  householdId: string,
  importId: string,
  { verdict, judged }: { verdict: RowVerdict | undefined; judged: boolean },
  page: PageRequest,
): Promise<Page<StoredImportRow>> {
  const matching = sql`
    where r.household_id = ${householdId}
      and r.import_id = ${importId}
      ${verdict === undefined ? sql`` : sql`and r.verdict = ${verdict}`}
      ${verdict === 'new' && !judged ? sql`and r.verdict_made` : sql``}`;
  return listRows(
    sql,
    page,
    sql`from import_rows r ${matching}`,
    [['r.line', 'bigint']],
    columns(sql),
    sql`${withAccount(sql)} ${matching}`,
  );
}

export function findImportRow(sql: AnySql, householdId: string, importId: string, line: number) {
  return rowOrNull(sql<StoredImportRow[]>`
    select ${columns(sql)} ${withAccount(sql)}
    where r.household_id = ${householdId}
      and r.import_id = ${importId}
      and r.line = ${line}`);
}

/** The values by which a later file repeats a row; the last ones are those of trades, among `more`. */
const SAID = [
  'date',
  'amount',
  'currency',
  'name',
  'account',
  'ticker',
  'exchange_operating_mic',
  'quantity',
  'price',
];

/** Writes a person's changes to a row. Drops what it was a duplicate of, so that this is judged again. */
export async function updateImportRow(
  tx: Tx,
  householdId: string,
  importId: string,
  line: number,
  { values, more, valuesMade, errors, warnings, verdict, verdictMade }: RowChange,
): Promise<void> {
  const isCorrected = SAID.some((name) => Object.hasOwn(valuesMade ?? {}, name));
  await tx`
    update import_rows
    set ${tx({ ...values, verdict, verdict_made: verdictMade })},
        as_read = case
          when ${isCorrected} then coalesce(as_read, jsonb_build_object(
            'date', date, 'amount', amount, 'currency', currency, 'name', name, 'account', account, 'more', more))
        end,
        of_id = null,
        certainty = null,
        more = more || ${jsonParameter(tx, more)}::jsonb,
        values_made = ${jsonParameter(tx, valuesMade)},
        errors = ${jsonParameter(tx, errors)},
        warnings = ${jsonParameter(tx, warnings)}
    where household_id = ${householdId}
      and import_id = ${importId}
      and line = ${line}`;
}

/**
 * Lets the rows of files that recognised a transaction keep what they say, before a person changes its day, amount or account: a row
 * of a later file that says the same is still this one.
 */
export async function keepAsRead(
  tx: Tx,
  householdId: string,
  transactionId: string,
): Promise<void> {
  await tx`
    update import_rows r
    set as_read = coalesce(r.as_read, jsonb_build_object(
          'date', r.date, 'amount', coalesce(r.amount, t.amount), 'currency', r.currency, 'name', r.name, 'account', r.account)),
        account_id = coalesce(r.account_id, t.account_id)
    from imports i, transactions t
    where r.household_id = ${householdId}
      and r.of_id = ${transactionId}
      -- A row that came with an export may have no account yet.
      and (r.as_read is null or r.account_id is null)
      and i.household_id = ${householdId}
      and i.id = r.import_id
      and ${isInLedger(tx)}
      and t.household_id = ${householdId}
      and t.id = ${transactionId}`;
}

/** The rows that people changed, read before the content is parsed again. */
export async function listHandMadeRows(tx: Tx, householdId: string, importId: string) {
  return tx<StoredImportRow[]>`
    select ${columns(tx)} ${withAccount(tx)}
    where r.household_id = ${householdId}
      and r.import_id = ${importId}
      and (r.verdict_made or r.values_made is not null)
    order by r.line`;
}

/** Removes all rows, so that the content can be parsed again. */
export async function deleteImportRows(
  tx: Tx,
  householdId: string,
  importId: string,
): Promise<void> {
  await tx`
    delete from import_rows
    where household_id = ${householdId}
      and import_id = ${importId}`;
}
