import type { Fragment, Tx } from '../../postgres/connect.ts';
import { liveOfMoney } from '../match/live-of-money.ts';
import { isJudged } from './claims.ts';
import type { CsvScope } from './scope.ts';

/**
 * The live transactions `t` with the accounts and amounts of the rows to judge, from `days` before the first row of an
 * amount to `days` after its last.
 */
export function sameMoneyAround(tx: Tx, scope: CsvScope, days: number): Fragment {
  return tx`
    (
      select r.account_id, r.amount, min(r.date) - ${days}::integer as first, max(r.date) + ${days}::integer as last
      from import_rows r
      where ${isJudged(tx, scope)}
      group by r.account_id, r.amount
    ) w
    ${liveOfMoney(tx, scope.householdId)}`;
}
