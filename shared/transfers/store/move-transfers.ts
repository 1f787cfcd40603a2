import type { PendingQuery, Row } from 'postgres';
import type { Tx } from '../../postgres/connect.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { ofHousehold } from '../../postgres/of-household.ts';
import { isPaired } from '../../rules/store/rule-transfers.ts';

/** A transaction that ends, and the same transaction that stays in its place. */
export interface Pair {
  fromId: string;
  intoId: string;
}

/** The pairs as a table `pair (from_id, into_id)`. */
export const listPairs = (tx: Tx, pairs: readonly Pair[]): PendingQuery<Row[]> => tx`
  unnest(
    ${pairs.map((pair) => pair.fromId)}::uuid[],
    ${pairs.map((pair) => pair.intoId)}::uuid[]
  ) as pair (from_id, into_id)`;

/** Transfers, suggestions and refusals of some, and mirrors follow a transaction that ends, unless the one that stays has its own. */
export async function moveTransfers(
  tx: Tx,
  { householdId, now }: { householdId: string; now: Date },
  pairs: readonly Pair[],
): Promise<void> {
  const pair = listPairs(tx, pairs);
  const both = await tx<{ id: string }[]>`
    select pair.from_id as id
    from ${pair}
    where ${isPaired(tx, tx`pair.into_id`)}`;
  await dissolveTransfers(
    tx,
    householdId,
    both.map((row) => row.id),
    now,
  );
  for (const table of ['transfers', 'rejected_transfers', 'transfer_suggestions']) {
    for (const [side, other] of [
      ['inflow_transaction_id', 'outflow_transaction_id'],
      ['outflow_transaction_id', 'inflow_transaction_id'],
    ] as const) {
      await tx`
        update ${tx(table)} moved
        set ${tx(side)} = pair.into_id
        from ${pair}
        where moved.household_id = ${householdId}
          and moved.${tx(side)} = pair.from_id
          and not exists (
            select 1
            from ${tx(table)} own
            where own.${tx(side)} = pair.into_id
              and own.${tx(other)} = moved.${tx(other)}
          )`;
    }
  }
  await tx`
    update transactions mirror
    set mirror_of = pair.into_id
    from ${pair}
    where mirror.${ofHousehold(tx, householdId)}
      and mirror.mirror_of = pair.from_id
      and not exists (
        select 1
        from transactions own
        where own.${ofHousehold(tx, householdId)}
          and own.mirror_of = pair.into_id
      )`;
}
