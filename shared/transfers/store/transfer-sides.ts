import type { AnySql, Fragment } from '../../postgres/connect.ts';

/**
 * The two transactions of each transfer `f`, as `i` and `o`, by key. Not as plain joins: without statistics on a household, as in
 * the minute after its first sync, Postgres would first join all of its transactions with one another.
 */
export function transferSides(sql: AnySql): Fragment {
  return sql`
    cross join lateral (
      select *
      from transactions
      where household_id = f.household_id and id = f.inflow_transaction_id
      limit 1
    ) i
    cross join lateral (
      select *
      from transactions
      where household_id = f.household_id and id = f.outflow_transaction_id
      limit 1
    ) o`;
}
