import { daysBetween } from '#preflight/days';
import type { Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { takePairs } from './match-tables.ts';

/** A row of one side, with its counterpart when it has one. */
interface Entry {
  id: string;
  date: string;
}

interface Pair {
  ref: string;
  id: string;
  storedDate: string;
}

/** Rows of the same account and money that may be each other's counterparts. */
interface MoneyGroup {
  wanted: readonly Entry[];
  stored: readonly Entry[];
  pairsCount: number;
}

/**
 * Pairs the likely rows of a bank again where the nearest ones were in each other's way: of one price at the same shop
 * every few days the nearest days can leave a row of each side alone that other pairs would bring together. Groups
 * with rows left on both sides are paired in the order of their days, which makes the most pairs that there can be, and
 * are left as they are when that is no more.
 */
export async function pairMore(tx: Tx, daysApartMax: number): Promise<void> {
  const refs: string[] = [];
  const pairs: Pair[] = [];
  for (const { wanted, stored, pairsCount } of await listOpenGroups(tx)) {
    const better = pairInOrder(wanted, stored, daysApartMax);
    if (better.length <= pairsCount) continue;
    refs.push(...wanted.map(({ id }) => id));
    pairs.push(...better);
  }
  if (pairs.length > 0) await replacePairs(tx, refs, pairs);
}

/** Pairs the rows `refs` again. */
async function replacePairs(
  tx: Tx,
  refs: readonly string[],
  pairs: readonly Pair[],
): Promise<void> {
  await tx`
    with parted as (
      delete from match_pairs
      where certainty = 'likely'
        and ref = any(${refs as string[]}::uuid[])
      returning *
    )
    insert into match_wanted
    select ref, place, account_id, date, amount, currency, name
    from parted`;
  await takePairs(
    tx,
    'likely',
    tx`
    select ref, id, stored_date
    from ${valueTable(tx, 'pair', pairs, { ref: 'uuid', id: 'uuid', storedDate: 'date' })}`,
  );
}

/** Groups with a row left on each side. */
async function listOpenGroups(tx: Tx): Promise<MoneyGroup[]> {
  const each = tx`account_id, amount, currency, jsonb_agg(jsonb_build_object('id',`;
  return tx<MoneyGroup[]>`
    with open as materialized (
      select account_id, amount, currency
      from match_wanted
      intersect
      select account_id, amount, currency
      from match_stored
      where origin = 'bank'
    ),
    paired as materialized (
      select p.*
      from match_pairs p
      join open using (account_id, amount, currency)
      where p.certainty = 'likely'
    ),
    wanted as (
      select ${each} ref, 'date', date) order by date, place, ref) as rows
      from (
        select account_id, amount, currency, ref, date, place
        from paired
        union all
        select account_id, amount, currency, ref, date, place
        from match_wanted
        join open using (account_id, amount, currency)
      ) row
      group by account_id, amount, currency
    ),
    stored as (
      select ${each} id, 'date', date) order by date, id) as rows
      from (
        select account_id, amount, currency, id, stored_date as date
        from paired
        union all
        select account_id, amount, currency, id, date
        from match_stored
        join open using (account_id, amount, currency)
        where origin = 'bank'
      ) row
      group by account_id, amount, currency
    )
    select w.rows as wanted, s.rows as stored, (
        select count(*)::integer
        from paired p
        where (p.account_id, p.amount, p.currency) = (w.account_id, w.amount, w.currency)
      ) as pairs_count
    from wanted w
    join stored s using (account_id, amount, currency)`;
}

/** The most pairs whose days are near enough. Both lists are in the order of their days. @internal */
export function pairInOrder(
  wanted: readonly Entry[],
  stored: readonly Entry[],
  daysApartMax: number,
): Pair[] {
  const pairs: Pair[] = [];
  let at = 0;
  for (const row of wanted) {
    for (; at < stored.length; at += 1) {
      const other = stored[at];
      if (other === undefined || daysBetween(other.date, row.date) <= daysApartMax) break;
    }
    const other = stored[at];
    if (other === undefined || daysBetween(row.date, other.date) > daysApartMax) continue;
    pairs.push({ ref: row.id, id: other.id, storedDate: other.date });
    at += 1;
  }
  return pairs;
}
