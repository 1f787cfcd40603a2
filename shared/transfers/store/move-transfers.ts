import { listSuccessions } from '../../changes/journal.ts';
import type { Succession } from '../../changes/journal.ts';
import type { Tx } from '../../postgres/connect.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isPaired } from '../../rules/store/rule-transfers.ts';

/** Moves transfers, suggestions, rejections and mirrors of a merged transaction to the remaining one, unless it has its own. */
export async function moveTransfers(
  tx: Tx,
  { householdId, now }: { householdId: string; now: Date },
  pairs: readonly Succession[],
): Promise<void> {
  const pair = listSuccessions(tx, pairs);
  const both = await tx<{ id: string }[]>`
    select pair.gone_id as id
    from ${pair}
    where ${isPaired(tx, tx`pair.stays_id`)}`;
  const ids = both.map(({ id }) => id);
  await dissolveTransfers(tx, householdId, ids, now);
  for (const table of ['transfers', 'rejected_transfers', 'transfer_suggestions']) {
    for (const [side, other] of [
      ['inflow_transaction_id', 'outflow_transaction_id'],
      ['outflow_transaction_id', 'inflow_transaction_id'],
    ] as const) {
      await tx`
        update ${tx(table)} moved
        set ${tx(side)} = pair.stays_id
        from ${pair}
        where moved.household_id = ${householdId}
          and moved.${tx(side)} = pair.gone_id
          and not exists (
            select 1
            from ${tx(table)} own
            where own.${tx(side)} = pair.stays_id
              and own.${tx(other)} = moved.${tx(other)}
          )`;
    }
  }
  await tx`
    update transactions mirror
    set mirror_of = pair.stays_id
    from ${pair}
    where mirror.${ofHousehold(tx, householdId)}
      and mirror.mirror_of = pair.gone_id
      and not exists (
        select 1
        from transactions own
        where own.${ofHousehold(tx, householdId)}
          and own.mirror_of = pair.stays_id
      )`;
}
