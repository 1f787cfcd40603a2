import type { PendingQuery, Row } from 'postgres';
import { addDays } from '../../days.ts';
import type { AnySql } from '../../db/connect.ts';
import { SYNTHETIC_KEY_PATTERN } from '../../provider/content-hash.ts';
import { contentColumns } from './content-columns.ts';
import { hasUnknownKey, isSeen, stagedFields, storedRows } from './staged-read.ts';
import type { CandidateRow, ReadScope } from './staged-read.ts';

/**
 * Finds the rows that a read may concern. A read can have a hundred thousand rows: only those that could match a
 * stored row under another key are loaded; set-based statements write the rest.
 */

/** A stored pending row, open or given up. */
export interface StoredPending {
  id: string;
  key: string;
  date: string;
  amount: string;
  currency: string;
  merchant: string | null;
  description: string | null;
  hash: string | null;
  removedReason: 'user' | 'vanished' | null;
  edited: boolean;
  missedReads: number;
  stale: boolean;
  listed: boolean;
}

/** Open pending rows, and removed ones recent enough to post after all, oldest first. */
export async function listStoredPending(
  sql: AnySql,
  scope: ReadScope,
  removedSince: string,
): Promise<StoredPending[]> {
  return sql<StoredPending[]>`
    select id, external_id as key, ${contentColumns(sql)},
      encode(content_hash, 'hex') as hash,
      removed_reason,
      locked_attributes <> '{}' as edited,
      missed_reads,
      stale_pending as stale,
      ${isSeen(sql, scope, sql`stored.external_id`)} as listed
    from ${storedRows(
      sql,
      scope,
      sql`and external_id is not null and pending`,
      sql`and date >= ${removedSince}`,
    )} stored
    order by created_at, external_id, id`;
}

/** New rows of the read that meet a further condition. */
async function listFresh(
  sql: AnySql,
  scope: ReadScope,
  condition: PendingQuery<Row[]>,
): Promise<CandidateRow[]> {
  return sql<CandidateRow[]>`
    select ${stagedFields(sql)}
    from staged_transactions staged
    where ${hasUnknownKey(sql, scope)}
      ${condition}`;
}

/** New pending rows without an id. */
export async function listFreshIdlessPending(
  sql: AnySql,
  scope: ReadScope,
): Promise<CandidateRow[]> {
  return listFresh(
    sql,
    scope,
    sql`and staged.pending
      and staged.row_key ~ ${SYNTHETIC_KEY_PATTERN}`,
  );
}

/** Rows listed under a former key of a stored row, which may still be pending. */
export async function listAliased(
  sql: AnySql,
  scope: ReadScope,
): Promise<(CandidateRow & { id: string; ownerPosted: boolean })[]> {
  return sql<(CandidateRow & { id: string; ownerPosted: boolean })[]>`
    select ${stagedFields(sql)},
      alias.transaction_id as id,
      exists (
        select 1
        from transactions stored
        join staged_transactions beside
          on beside.sync_account_id = ${scope.syncAccountId}
          and beside.row_key = stored.external_id
          and not beside.pending
        where stored.household_id = ${scope.householdId}
          and stored.id = alias.transaction_id
      ) as owner_posted
    from staged_transactions staged
    join transaction_aliases alias
      on alias.household_id = ${scope.householdId}
      and alias.account_id = ${scope.accountId}
      and alias.external_id = staged.row_key
    where ${hasUnknownKey(sql, scope)}`;
}

/** New rows with the amount, the name or the content of one of these pending rows. */
export async function listFreshLike(
  sql: AnySql,
  scope: ReadScope,
  pending: readonly { amount: string; currency: string; label: string; hash: string }[],
): Promise<CandidateRow[]> {
  if (pending.length === 0) return [];
  const labels = [...new Set(pending.map((row) => row.label).filter((label) => label !== ''))];
  const hashes = [...new Set(pending.map((row) => row.hash))];
  const byMoney = await listFresh(
    sql,
    scope,
    sql`and not staged.pending
      and exists (
        select 1
        from unnest(
          ${pending.map((row) => row.amount)}::numeric[],
          ${pending.map((row) => row.currency)}::text[]
        ) as open (amount, currency)
        where open.amount = staged.amount
          and open.currency = staged.currency
      )`,
  );
  const byName = await listFresh(
    sql,
    scope,
    sql`and not staged.pending
      and staged.label in (select unnest(${labels}::text[]))`,
  );
  const byContent = await listFresh(
    sql,
    scope,
    sql`and staged.pending
      and encode(staged.content_hash, 'hex') in (select unnest(${hashes}::text[]))`,
  );
  return [...byMoney, ...byName, ...byContent];
}

/** Posted rows, stored or in this read, that could be the posted form of these new pending rows. */
export async function listAbsorbers(
  sql: AnySql,
  scope: ReadScope,
  pending: readonly CandidateRow[],
  withinDays: number,
): Promise<{ stored: Omit<StoredPending, 'listed'>[]; fresh: CandidateRow[] }> {
  if (pending.length === 0) return { stored: [], fresh: [] };
  const wanted = sql`
    unnest(
      ${pending.map((row) => row.amount)}::numeric[],
      ${pending.map((row) => row.currency)}::text[],
      ${pending.map((row) => row.date)}::date[]
    ) as wanted (amount, currency, date)`;
  const days = pending.map(({ date }) => date).sort();
  const first = days[0] ?? '';
  const last = addDays(days.at(-1) ?? '', withinDays);
  const stored = await sql<Omit<StoredPending, 'listed'>[]>`
    select id, external_id as key, ${contentColumns(sql)}
    from ${storedRows(
      sql,
      scope,
      sql`and not pending and not absorbed_pending and date between ${first} and ${last}`,
    )} stored
    where exists (
        select 1
        from ${wanted}
        where wanted.amount = stored.amount
          and wanted.currency = stored.currency
          and stored.date between wanted.date and wanted.date + ${withinDays}::integer
      )
    order by date, created_at, id`;
  const fresh = await listFresh(
    sql,
    scope,
    sql`and not staged.pending
      and exists (
        select 1
        from ${wanted}
        where wanted.amount = staged.amount
          and wanted.currency = staged.currency
          and staged.date between wanted.date and wanted.date + ${withinDays}::integer
      )`,
  );
  return { stored, fresh };
}
