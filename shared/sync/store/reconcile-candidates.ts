import { addDays } from '#preflight/days';
import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { SYNTHETIC_KEY_PATTERN } from '../../imports/match/content-hash.ts';
import type { RowContent } from '../../imports/match/content-hash.ts';
import { contentColumns, isSeen, listedFields, storedRows } from './read-scope.ts';
import type { CandidateRow, ReadScope } from './read-scope.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/**
 * Finds the rows that a read may concern. A read can have a hundred thousand rows: only those that could match a stored row under
 * another key are loaded, and set-based statements write the rest.
 */

export interface StoredPending extends RowContent {
  id: string;
  key: string;
  hash: string | null;
  removedReason: 'user' | 'vanished' | null;
  edited: boolean;
  missedReads: number;
  stale: boolean;
  listed: boolean;
}

export type ImportedPending = Pick<
  StoredPending,
  'id' | 'date' | 'amount' | 'currency' | 'missedReads' | 'stale' | 'listed'
> & { name: string };

/** Open pending rows, and removed ones recent enough to post after all, oldest first. */
export async function listStoredPending(sql: AnySql, scope: ReadScope, removedSince: string) {
  return sql<StoredPending[]>`
    select id, external_id as key, ${contentColumns(sql)},
      encode(content_hash, 'hex') as hash,
      removed_reason,
      locked_attributes <> '{}' or is_split_parent as edited,
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

/**
 * Pending rows that files brought and that the feed has not listed yet, oldest first. They count as listed while the read has a
 * pending row of the same money, under any name. Nothing removes them: no read of the feed has ever had them.
 */
export async function listImportedPending(sql: AnySql, { householdId, accountId }: ReadScope) {
  return sql<ImportedPending[]>`
    select id, date, amount, currency, coalesce(import_name, name) as name, missed_reads, stale_pending as stale,
      exists (
        select 1
        from read_rows seen
        where seen.pending
          and seen.amount = t.amount
          and seen.currency = t.currency
      ) as listed
    from transactions t
    where ${ofHousehold(sql, householdId)}
      and account_id = ${accountId}
      and source = 'csv_import'
      and pending
      and removed_at is null
      and parent_id is null
    order by created_at, id`;
}

/** New rows of the read that meet a further condition. */
async function listFresh(sql: AnySql, condition: Fragment): Promise<CandidateRow[]> {
  return sql<CandidateRow[]>`
    select ${listedFields(sql)}
    from read_rows listed
    where listed.transaction_id is null
      ${condition}`;
}

/** New pending rows without an id. */
export async function listFreshIdlessPending(sql: AnySql): Promise<CandidateRow[]> {
  return listFresh(
    sql,
    sql`and listed.pending
      and listed.row_key ~ ${SYNTHETIC_KEY_PATTERN}`,
  );
}

/** Rows listed under a former key of a stored row, which may still be pending. */
export async function listAliased(sql: AnySql, scope: ReadScope) {
  return sql<(CandidateRow & { id: string; ownerPosted: boolean })[]>`
    select ${listedFields(sql)},
      alias.transaction_id as id,
      exists (
        select 1
        from transactions stored
        join read_rows posted
          on posted.row_key = stored.external_id
          and not posted.pending
        where stored.${ofHousehold(sql, scope.householdId)}
          and stored.id = alias.transaction_id
      ) as owner_posted
    from read_rows listed
    join transaction_aliases alias
      on alias.household_id = ${scope.householdId}
      and alias.account_id = ${scope.accountId}
      and alias.external_id = listed.row_key
    where listed.transaction_id is null`;
}

/** New rows that share the amount, the name or the content with one of these pending rows. */
export async function listFreshLike(
  sql: AnySql,
  pending: readonly { amount: string; currency: string; label: string; hash: string }[],
): Promise<CandidateRow[]> {
  if (pending.length === 0) return [];
  const labels = [...new Set(pending.map((row) => row.label).filter((label) => label !== ''))];
  const hashes = [...new Set(pending.map((row) => row.hash))];
  return listFresh(
    sql,
    sql`and case
      when listed.pending then encode(listed.content_hash, 'hex') in (select unnest(${hashes}::text[]))
      else listed.label in (select unnest(${labels}::text[]))
        or (listed.amount, listed.currency) in (
          select *
          from ${valueTable(sql, 'like_it', pending, { amount: 'numeric', currency: 'text' })}
        )
    end`,
  );
}

/** Posted rows, stored or in this read, that could be what these new pending rows became. */
export async function listAbsorbers(
  sql: AnySql,
  scope: ReadScope,
  pending: readonly CandidateRow[],
  withinDays: number,
): Promise<{ stored: Omit<StoredPending, 'listed'>[]; fresh: CandidateRow[] }> {
  if (pending.length === 0) return { stored: [], fresh: [] };
  const types = { amount: 'numeric', currency: 'text', date: 'date' } as const;
  const wanted = valueTable(sql, 'wanted', pending, types);
  const amounts = [...new Set(pending.map(({ amount }) => amount))];
  const days = pending.map(({ date }) => date).sort();
  const first = days[0] ?? '';
  const last = addDays(days.at(-1) ?? '', withinDays);
  const stored = await sql<Omit<StoredPending, 'listed'>[]>`
    select id, external_id as key, ${contentColumns(sql)}
    from ${storedRows(
      sql,
      scope,
      sql`and not pending
        and not absorbed_pending
        and amount = any(${amounts}::numeric[])
        and date between ${first} and ${last}`,
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
    sql`and not listed.pending
      and exists (
        select 1
        from ${wanted}
        where wanted.amount = listed.amount
          and wanted.currency = listed.currency
          and listed.date between wanted.date and wanted.date + ${withinDays}::integer
      )`,
  );
  return { stored, fresh };
}
