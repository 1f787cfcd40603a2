import type { AnySql, Fragment } from '../../postgres/connect.ts';

/**
 * The two transactions of each transfer `f`, as `i` and `o`, by their keys. Not as plain joins: while Postgres has no statistics
 * of a household, as in the minute after its first sync, it would join all of its transactions with all of them first.
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
