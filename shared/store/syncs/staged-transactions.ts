import type { AnySql } from '../../db/connect.ts';
import { SYNTHETIC_PREFIX } from '../../provider/content-hash.ts';

/** A checked row between its page and the ledger. */
export interface StagedInsert {
  /** Null for a row without an id, whose key is only known once the read is complete. */
  key: string | null;
  hash: string;
  date: string;
  amount: string;
  currency: string;
  /** The display name: merchant, else description, else a fixed label. */
  name: string;
  /** The case-folded name for comparisons; empty when the provider sent none. */
  label: string;
  merchant: string | null;
  description: string | null;
  pending: boolean;
}

const BATCH_ROWS = 5000;

/**
 * Stores the rows of one page. A row replaces an earlier one with the same key. Rows without a key are all kept,
 * even equal ones.
 */
export async function insertStagedRows(
  sql: AnySql,
  householdScopedId: { syncAccountId: string; page: number },
  rows: readonly StagedInsert[],
): Promise<void> {
  const last = new Map<string, StagedInsert>();
  for (const row of rows) if (row.key !== null) last.set(row.key, row);
  const kept = rows.filter((row) => row.key === null || last.get(row.key) === row);
  for (let start = 0; start < kept.length; start += BATCH_ROWS) {
    const batch = kept.slice(start, start + BATCH_ROWS);
    const column = <T>(pick: (row: StagedInsert) => T): T[] => batch.map(pick);
    await sql`
      insert into staged_transactions (
        sync_account_id, page, position, row_key, content_hash, date, amount, currency, name, label,
        merchant, description, pending
      )
      select ${householdScopedId.syncAccountId}::uuid, ${householdScopedId.page}::integer,
        ${start} + ordinality, row_key, decode(hash, 'hex'), date, amount, currency, name, label,
        merchant, description, pending::boolean
      from unnest(
        ${column((row) => row.key)}::text[],
        ${column((row) => row.hash)}::text[],
        ${column((row) => row.date)}::date[],
        ${column((row) => row.amount)}::numeric[],
        ${column((row) => row.currency)}::text[],
        ${column((row) => row.name)}::text[],
        ${column((row) => row.label)}::text[],
        ${column((row) => row.merchant)}::text[],
        ${column((row) => row.description)}::text[],
        ${column((row) => String(row.pending))}::text[]
      ) with ordinality as row (
        row_key, hash, date, amount, currency, name, label, merchant, description, pending, ordinality
      )
      on conflict (sync_account_id, row_key) do update
      set page = excluded.page,
        position = excluded.position,
        content_hash = excluded.content_hash,
        date = excluded.date,
        amount = excluded.amount,
        currency = excluded.currency,
        name = excluded.name,
        label = excluded.label,
        merchant = excluded.merchant,
        description = excluded.description,
        pending = excluded.pending`;
  }
}

/** How many rows of the read are staged. */
export async function countStagedRows(sql: AnySql, syncAccountId: string): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from staged_transactions
    where sync_account_id = ${syncAccountId}`;
  return row?.count ?? 0;
}

/** Rows without a key that equal one of an earlier page: the list may have shifted between the two requests. */
export async function countEdgeRepeats(
  sql: AnySql,
  syncAccountId: string,
): Promise<{ distinctRows: number; repeats: number }> {
  const [row] = await sql<{ distinctRows: number; repeats: number }[]>`
    select count(*)::integer as distinct_rows,
      count(*) filter (where row_key is null and first_page < page)::integer as repeats
    from (
      select row_key,
        page,
        min(page) over (partition by content_hash, row_key is null) as first_page
      from staged_transactions
      where sync_account_id = ${syncAccountId}
    ) staged`;
  return row ?? { distinctRows: 0, repeats: 0 };
}

/** Drops rows without a key that equal one of an earlier page. */
export async function deleteEdgeRepeats(sql: AnySql, syncAccountId: string): Promise<void> {
  await sql`
    delete from staged_transactions staged
    where sync_account_id = ${syncAccountId}
      and row_key is null
      and exists (
        select 1
        from staged_transactions earlier
        where earlier.sync_account_id = staged.sync_account_id
          and earlier.row_key is null
          and earlier.content_hash = staged.content_hash
          and earlier.page < staged.page
      )`;
}

/**
 * Gives rows without an id their keys: content and number among equal rows of the whole read. Numbers posted rows
 * first, so that a posted row keeps its number when an equal pending one comes or goes.
 */
export async function assignSyntheticKeys(sql: AnySql, syncAccountId: string): Promise<void> {
  await sql`
    update staged_transactions staged
    set row_key = ${SYNTHETIC_PREFIX}::text || encode(staged.content_hash, 'hex') || '_' || numbered.occurrence
    from (
      select ctid as row_id,
        row_number() over (partition by content_hash order by pending, page, position) as occurrence
      from staged_transactions
      where sync_account_id = ${syncAccountId}
        and row_key is null
    ) numbered
    where staged.ctid = numbered.row_id`;
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

/** Empties the stage of one account. */
export async function deleteStagedRows(sql: AnySql, syncAccountId: string): Promise<void> {
  await sql`
    delete from staged_seen_keys
    where sync_account_id = ${syncAccountId}`;
  await sql`
    delete from staged_transactions
    where sync_account_id = ${syncAccountId}`;
}
