import { copyLine } from '../../postgres/driver/copy-text.ts';
import type { RowContent } from '../../imports/match/content-hash.ts';
import type { AnySql } from '../../postgres/connect.ts';
import { rowOrNull } from '../../postgres/rows.ts';

/** A checked row between its page and the ledger. */
export interface StagedInsert extends RowContent {
  /** Null for a row without an id, whose key is only known once the read is complete. */
  key: string | null;
  hash: string;
  /** The display name: merchant, else description, else a fixed label. */
  name: string;
  /** The case-folded name for comparisons; empty when the provider sent none. */
  label: string;
  pending: boolean;
  /** The provider's further fields, as `transactions.extra` holds them; null if there are none. */
  extra: string | null;
}

const LINE_COLUMNS = [
  ...['page', 'position', 'row_key', 'content_hash', 'date', 'amount', 'currency', 'name', 'label'],
  ...['merchant', 'description', 'pending', 'extra'],
];

/** The columns of `read_rows` that these lines fill: without further fields, or staged by version 1.0, they lack the last. */
export function lineColumns(lines: string): string {
  const cells = lines.slice(0, lines.indexOf('\n')).split('\t').length;
  return LINE_COLUMNS.slice(0, cells).join(', ');
}

/** A page's rows as lines of a COPY. Of rows with one key only the last is kept; rows without a key all are, even equal ones. */
export function toLines(page: number, rows: readonly StagedInsert[]): string {
  const last = new Map<string, StagedInsert>();
  for (const row of rows) if (row.key !== null) last.set(row.key, row);
  const hasExtra = rows.some(({ extra }) => extra !== null);
  let lines = '';
  for (const [position, row] of rows.entries()) {
    if (row.key !== null && last.get(row.key) !== row) continue;
    const cells = [
      page,
      position,
      row.key,
      `\\x${row.hash}`,
      row.date,
      row.amount,
      row.currency,
      row.name,
      row.label,
      row.merchant,
      row.description,
      row.pending,
    ];
    if (hasExtra) cells.push(row.extra);
    lines += copyLine(cells);
  }
  return lines;
}

export interface StageScope {
  householdId: string;
  syncAccountId: string;
}

/** Stages one page as a single value, which costs a fifth of storing its rows. */
export async function insertStagedPage(
  sql: AnySql,
  { householdId, syncAccountId }: StageScope,
  page: number,
  lines: string,
): Promise<void> {
  await sql`
    insert into staged_pages (household_id, sync_account_id, page, lines)
    values (${householdId}, ${syncAccountId}, ${page}, ${lines})`;
}

/** The next staged page after `page`; null if there is none. */
export function findStagedPage(
  sql: AnySql,
  { householdId, syncAccountId }: StageScope,
  page: number,
) {
  return rowOrNull(sql<{ page: number; lines: string }[]>`
    select page, lines
    from staged_pages
    where household_id = ${householdId}
      and sync_account_id = ${syncAccountId}
      and page > ${page}
    order by page
    limit 1`);
}

/** Stores the keys of unreadable rows. */
export async function insertSeenKeys(
  sql: AnySql,
  syncAccountId: string,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    insert into staged_seen_keys (sync_account_id, row_key)
    select ${syncAccountId}::uuid, row_key
    from unnest(${keys as string[]}::text[]) as row_key
    on conflict do nothing`;
}

export async function deleteStaged(
  sql: AnySql,
  { householdId, syncAccountId }: StageScope,
): Promise<void> {
  await sql`
    with pages as (
      delete from staged_pages
      where household_id = ${householdId}
        and sync_account_id = ${syncAccountId}
    )
    delete from staged_seen_keys
    where sync_account_id = ${syncAccountId}`;
}
