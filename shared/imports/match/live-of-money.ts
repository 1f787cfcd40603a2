import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/** For each row of `w`, the live transactions `t` of its account that meet a condition. Looks up one row at a time, over an index. */
export const liveOfAccount = (tx: Tx, householdId: string, isOne: Fragment): Fragment => tx`
  cross join lateral (
    select *
    from transactions t
    where ${ofHousehold(tx, householdId)}
      and t.account_id = w.account_id
      and t.removed_at is null
      and ${isOne}
    offset 0
  ) t`;

/** For each row of `w`, the live transactions `t` with its account and amount, from its day `first` to its day `last`. */
export function liveOfMoney(tx: Tx, householdId: string, more = tx``): Fragment {
  const isOfMoney = tx`t.amount = w.amount and t.date between w.first and w.last ${more}`;
  return liveOfAccount(tx, householdId, isOfMoney);
}

/** Whether the rows of the import `i` are in the ledger. */
export const isInLedger = (tx: Tx, i = tx`i`): Fragment =>
  tx`${i}.status in ('complete', 'publishing', 'undoing')`;
