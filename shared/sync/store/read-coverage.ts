import type { AnySql } from '../../postgres/connect.ts';
import { countRows } from '../../postgres/page.ts';
import { isBankRow, isSeen, listedFields, storedRows } from './read-scope.ts';
import type { CandidateRow, ReadScope } from './read-scope.ts';

/** The days that a read covers, and the stored rows of those days that it does not list. */

/** Whether the read lists the row under its current or a former key. */
const isListed = (sql: AnySql, scope: ReadScope) => sql`(
  ${isSeen(sql, scope, sql`stored.external_id`)}
  or exists (
    select 1
    from transaction_aliases alias
    where alias.transaction_id = stored.id
      and ${isSeen(sql, scope, sql`alias.external_id`)}
  )
)`;

/**
 * The days that a read covers: those requested, plus earlier or later ones if it lists most of the stored rows there, because some
 * servers ignore the filter. A few late rows do not make a day covered.
 */
export async function findCoveredDays(
  sql: AnySql,
  scope: ReadScope,
  asked: { from: string; to: string },
  listed: { first: string | null; last: string | null },
): Promise<{ from: string; to: string }> {
  const first = listed.first ?? asked.from;
  const last = listed.last ?? asked.to;
  if (first >= asked.from && last <= asked.to) return asked;
  // Joins whole sets: one lookup per stored row would scan the entire list each time.
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
      from read_rows
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
      join read_rows equal on equal.content_hash = stored.content_hash
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

/** How many stored rows have the id of an unreadable row of the read. */
export function countSeenKnown(sql: AnySql, scope: ReadScope): Promise<number> {
  const known = sql`
    from staged_seen_keys seen
    join transactions stored on ${isBankRow(sql, scope, sql`stored`, sql`seen.row_key`)}
    where seen.sync_account_id = ${scope.syncAccountId}`;
  return countRows(sql, known);
}

/**
 * Pairs of a new posted row and an equal stored one that the read covers but does not list. Includes rows that a
 * person deleted: a new id must not bring them back.
 */
export async function listReissued(
  sql: AnySql,
  scope: ReadScope,
  read: { from: string; to: string },
): Promise<{ fresh: CandidateRow[]; absent: { id: string; hash: string; rank: number }[] }> {
  const pairs = await sql<(CandidateRow & { id: string })[]>`
    with fresh as materialized (
      select ${listedFields(sql)},
        listed.content_hash
      from read_rows listed
      where listed.transaction_id is null
        and not listed.pending
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
    cross join lateral ${storedRows(
      sql,
      scope,
      sql`
        and not pending
        and content_hash = fresh.content_hash
        -- Implied by the equal content hash, but indexed.
        and amount = fresh.amount
        and date = fresh.date`,
    )} stored
    where fresh.date between ${read.from} and ${read.to}
      and not ${isListed(sql, scope)}
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
