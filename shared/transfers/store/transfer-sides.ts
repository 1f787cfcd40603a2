import type { AnySql, Fragment } from '../../postgres/connect.ts';

/**
 * The two transactions of each `pair`, by default of each transfer `f`, as `i` and `o`, by key. Not as plain joins: without
 * statistics on a household, as in the minute after its first sync, Postgres would first join all of its transactions with one
 * another.
 */
export function transferSides(sql: AnySql, pair = sql`f`): Fragment {
  const sideOf = (column: 'inflow_transaction_id' | 'outflow_transaction_id') => sql`
    cross join lateral (
      select *
      from transactions
      where household_id = ${pair}.household_id and id = ${pair}.${sql(column)}
      limit 1
    )`;
  return sql`${sideOf('inflow_transaction_id')} i ${sideOf('outflow_transaction_id')} o`;
}
