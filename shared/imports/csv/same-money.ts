import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/of-household.ts';
import { isJudged } from './claims.ts';
import type { CsvScope } from './scope.ts';

/**
 * The live transactions `t` of the accounts and amounts of the rows to judge, up to that many days before the first and after
 * the last row of each amount.
 */
export function sameMoneyAround(tx: Tx, scope: CsvScope, days: number): PendingQuery<Row[]> {
  return tx`
    (
      select r.account_id, r.amount, min(r.date) - ${days}::integer as first, max(r.date) + ${days}::integer as last
      from import_rows r
      where ${isJudged(tx, scope)}
      group by r.account_id, r.amount
    ) w
    cross join lateral (
      select *
      from transactions t
      where ${ofHousehold(tx, scope.householdId)}
        and t.account_id = w.account_id
        and t.amount = w.amount
        and t.date between w.first and w.last
        and t.removed_at is null
      -- Amount by amount, over an index.
      offset 0
    ) t`;
}
