import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/**
 * The live transactions `t` of the account and amount of each row of `w`, from its day `first` to its day `last`: amount by amount,
 * over an index.
 */
export const liveOfMoney = (tx: Tx, householdId: string, more = tx``): Fragment => tx`
  cross join lateral (
    select *
    from transactions t
    where ${ofHousehold(tx, householdId)}
      and t.account_id = w.account_id
      and t.amount = w.amount
      and t.date between w.first and w.last
      and t.removed_at is null
      ${more}
    offset 0
  ) t`;

/** Whether what the import `i` says is in the ledger. */
export const isInLedger = (tx: Tx, i = tx`i`): Fragment =>
  tx`${i}.status in ('complete', 'publishing', 'undoing')`;
