import type { AnySql } from '../../db/connect.ts';
import { SYNTHETIC_KEY_PATTERN } from '../../provider/content-hash.ts';

/**
 * Finding the rows that a read could be about. A read may bring a hundred thousand rows; only those that
 * could match a stored row under another key are loaded, the rest is written by set-based statements.
 */

/** The read of one account that is being reconciled. */
export interface ReadScope {
  householdId: string;
  accountId: string;
  syncAccountId: string;
}

export interface CandidateRow {
  key: string;
  pending: boolean;
  date: string;
  amount: string;
  currency: string;
  label: string;
  hash: string;
}

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

/** Whether the read has a row of that key, be it one that could not be understood. */
const isSeen = (sql: AnySql, { syncAccountId }: ReadScope, key: ReturnType<AnySql>) => sql`(
  exists (
    select 1
    from staged_transactions seen
    where seen.sync_account_id = ${syncAccountId}
      and seen.row_key = ${key}
  )
  or exists (
    select 1
    from staged_seen_keys seen
    where seen.sync_account_id = ${syncAccountId}
      and seen.row_key = ${key}
  )
)`;

/** Whether the read has the row under its key or a former one. */
const isListed = (sql: AnySql, scope: ReadScope) => sql`(
  ${isSeen(sql, scope, sql`stored.external_id`)}
  or exists (
    select 1
    from transaction_aliases alias
    where alias.transaction_id = stored.id
      and ${isSeen(sql, scope, sql`alias.external_id`)}
  )
)`;

/** Open pending rows, and removed ones recent enough to post after all, in order of creation. */
export async function listStoredPending(
  sql: AnySql,
  scope: ReadScope,
  removedSince: string,
): Promise<StoredPending[]> {
  return sql<StoredPending[]>`
    select id,
      external_id as key,
      date,
      amount,
      currency,
      provider_merchant as merchant,
      provider_description as description,
      encode(content_hash, 'hex') as hash,
      removed_reason as "removedReason",
      locked_attributes <> '{}' as edited,
      missed_reads as "missedReads",
      stale_pending as stale,
      ${isSeen(sql, scope, sql`stored.external_id`)} as listed
    from transactions stored
    where household_id = ${scope.householdId}
      and account_id = ${scope.accountId}
      and source = 'provider'
      and external_id is not null
      and pending
      and (removed_at is null or date >= ${removedSince})
    order by created_at, external_id, id`;
}

const fields = (sql: AnySql) => sql`
  staged.row_key as key,
  staged.pending,
  staged.date,
  staged.amount,
  staged.currency,
  staged.label,
  encode(staged.content_hash, 'hex') as hash`;

const unknownKey = (sql: AnySql, scope: ReadScope) => sql`
  staged.sync_account_id = ${scope.syncAccountId}
  and not exists (
    select 1
    from transactions known
    where known.household_id = ${scope.householdId}
      and known.account_id = ${scope.accountId}
      and known.source = 'provider'
      and known.external_id = staged.row_key
  )`;

/** New pending rows that came without an id. */
export async function listFreshIdlessPending(
  sql: AnySql,
  scope: ReadScope,
): Promise<CandidateRow[]> {
  return sql<CandidateRow[]>`
    select ${fields(sql)}
    from staged_transactions staged
    where ${unknownKey(sql, scope)}
      and staged.pending
      and staged.row_key ~ ${SYNTHETIC_KEY_PATTERN}`;
}

/** Rows listed under a former key of a stored row, which may be a row still pending. */
export async function listAliased(
  sql: AnySql,
  scope: ReadScope,
): Promise<(CandidateRow & { id: string; ownerPosted: boolean })[]> {
  return sql<(CandidateRow & { id: string; ownerPosted: boolean })[]>`
    select ${fields(sql)},
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
      ) as "ownerPosted"
    from staged_transactions staged
    join transaction_aliases alias
      on alias.household_id = ${scope.householdId}
      and alias.account_id = ${scope.accountId}
      and alias.external_id = staged.row_key
    where ${unknownKey(sql, scope)}`;
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
  const byMoney = await sql<CandidateRow[]>`
    select ${fields(sql)}
    from staged_transactions staged
    where ${unknownKey(sql, scope)}
      and not staged.pending
      and exists (
        select 1
        from unnest(
          ${pending.map((row) => row.amount)}::numeric[],
          ${pending.map((row) => row.currency)}::text[]
        ) as open (amount, currency)
        where open.amount = staged.amount
          and open.currency = staged.currency
      )`;
  const byName = await sql<CandidateRow[]>`
    select ${fields(sql)}
    from staged_transactions staged
    where ${unknownKey(sql, scope)}
      and not staged.pending
      and staged.label in (select unnest(${labels}::text[]))`;
  const byContent = await sql<CandidateRow[]>`
    select ${fields(sql)}
    from staged_transactions staged
    where ${unknownKey(sql, scope)}
      and staged.pending
      and encode(staged.content_hash, 'hex') in (select unnest(${hashes}::text[]))`;
  return [...byMoney, ...byName, ...byContent];
}

/**
 * The days that a read covers: those that were asked for, and beyond them as far as it lists most of what
 * is on file there, as servers do that ignore the filter. A few late rows cover nothing.
 */
export async function findCoveredDays(
  sql: AnySql,
  scope: ReadScope,
  asked: { from: string; to: string },
): Promise<{ from: string; to: string }> {
  const [edges] = await sql<{ first: string | null; last: string | null }[]>`
    select min(date) as first,
      max(date) as last
    from staged_transactions
    where sync_account_id = ${scope.syncAccountId}`;
  const first = edges?.first ?? asked.from;
  const last = edges?.last ?? asked.to;
  if (first >= asked.from && last <= asked.to) return asked;
  // Joins of whole sets: a look per stored row would read the whole list for each.
  const [beyond] = await sql<{ back: boolean; ahead: boolean }[]>`
    with stored as materialized (
      select id, date, external_id, content_hash
      from transactions
      where household_id = ${scope.householdId}
        and account_id = ${scope.accountId}
        and source = 'provider'
        and not pending
        and removed_at is null
        and (
          (date >= ${first} and date < ${asked.from})
          or (date <= ${last} and date > ${asked.to})
        )
    ), seen as materialized (
      select row_key
      from staged_transactions
      where sync_account_id = ${scope.syncAccountId}
      union
      select row_key
      from staged_seen_keys
      where sync_account_id = ${scope.syncAccountId}
    ), listed as (
      select stored.id
      from stored
      join seen on seen.row_key = stored.external_id
      union
      select alias.transaction_id
      from transaction_aliases alias
      join seen on seen.row_key = alias.external_id
      where alias.household_id = ${scope.householdId}
        and alias.account_id = ${scope.accountId}
      union
      select stored.id
      from stored
      join staged_transactions equal
        on equal.sync_account_id = ${scope.syncAccountId}
        and equal.content_hash = stored.content_hash
    )
    select count(*) filter (where date < ${asked.from} and listed.id is not null) * 2
        > count(*) filter (where date < ${asked.from}) as back,
      count(*) filter (where date > ${asked.to} and listed.id is not null) * 2
        > count(*) filter (where date > ${asked.to}) as ahead
    from stored
    left join listed on listed.id = stored.id`;
  return {
    from: beyond?.back === true ? first : asked.from,
    to: beyond?.ahead === true ? last : asked.to,
  };
}

/** How many rows that could not be understood are on file under their id. */
export async function countSeenKnown(sql: AnySql, scope: ReadScope): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from staged_seen_keys seen
    join transactions stored
      on stored.household_id = ${scope.householdId}
      and stored.account_id = ${scope.accountId}
      and stored.source = 'provider'
      and stored.external_id = seen.row_key
    where seen.sync_account_id = ${scope.syncAccountId}`;
  return row?.count ?? 0;
}

/**
 * Pairs of a new posted row and an equal stored posted row that the read does not list although it
 * covers its day. Rows that a person deleted are among them: a new id must not bring them back.
 */
export async function listReissued(
  sql: AnySql,
  scope: ReadScope,
  read: { from: string; to: string },
): Promise<{ fresh: CandidateRow[]; absent: { id: string; hash: string; rank: number }[] }> {
  // The new rows first: usually they are few, and then nothing else is looked at.
  const pairs = await sql<(CandidateRow & { id: string })[]>`
    with fresh as materialized (
      select ${fields(sql)},
        staged.content_hash
      from staged_transactions staged
      where ${unknownKey(sql, scope)}
        and not staged.pending
    )
    select fresh.key,
      fresh.pending,
      fresh.date,
      fresh.amount,
      fresh.currency,
      fresh.label,
      fresh.hash,
      stored.id
    from fresh
    join transactions stored
      on stored.household_id = ${scope.householdId}
      and stored.account_id = ${scope.accountId}
      and stored.source = 'provider'
      and not stored.pending
      and stored.date between ${read.from} and ${read.to}
      and stored.content_hash = fresh.content_hash
    where not ${isListed(sql, scope)}
    order by stored.created_at, stored.external_id, stored.id`;
  const absent = new Map<string, { id: string; hash: string; rank: number }>();
  for (const { id, hash } of pairs) {
    if (!absent.has(id)) absent.set(id, { id, hash, rank: absent.size });
  }
  return {
    fresh: pairs.map(({ id: _id, ...row }) => row),
    absent: [...absent.values()],
  };
}

/** Posted rows, stored or of this read, that could be the other form of these new pending rows. */
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
  const stored = await sql<Omit<StoredPending, 'listed'>[]>`
    select id,
      external_id as key,
      date,
      amount,
      currency,
      provider_merchant as merchant,
      provider_description as description
    from transactions stored
    where household_id = ${scope.householdId}
      and account_id = ${scope.accountId}
      and source = 'provider'
      and not pending
      and not absorbed_pending
      and exists (
        select 1
        from ${wanted}
        where wanted.amount = stored.amount
          and wanted.currency = stored.currency
          and stored.date between wanted.date and wanted.date + ${withinDays}::integer
      )
    order by date, created_at, id`;
  const fresh = await sql<CandidateRow[]>`
    select ${fields(sql)}
    from staged_transactions staged
    where ${unknownKey(sql, scope)}
      and not staged.pending
      and exists (
        select 1
        from ${wanted}
        where wanted.amount = staged.amount
          and wanted.currency = staged.currency
          and staged.date between wanted.date and wanted.date + ${withinDays}::integer
      )`;
  return { stored, fresh };
}
