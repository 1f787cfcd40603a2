import type { Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import { setTexts } from '../../ledger/transaction-attributes.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { fitSplits } from '../../ledger/transaction-splits.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isPaired, isRejectedPair, pairTransfers } from './rule-transfers.ts';
import type { TransferCandidate } from './rule-transfers.ts';

/**
 * Keeps the counterparts that rules made in step with the bank's data: they follow the amount and day of their transaction, go when
 * it goes or is split, and give way to the real counterpart, so that no transfer is ever counted twice. If `sourceId` names the
 * import of a run, they only give way to what that import brought: the rest is for other runs.
 */
export async function settleMirrors(
  tx: Tx,
  householdId: string,
  sourceId: string | null = null,
): Promise<void> {
  await removeMirrorsWithoutUse(tx, householdId);
  const changed = await tx<{ id: string; isSplitParent: boolean }[]>`
    update transactions m
    set amount = -t.amount, currency = t.currency, date = t.date, updated_at = now()
    from transactions t
    where m.household_id = ${householdId}
      and m.mirror_of is not null
      and m.removed_at is null
      and t.${ofHousehold(tx, householdId)}
      and t.id = m.mirror_of
      and (m.amount, m.currency, m.date) is distinct from (-t.amount, t.currency, t.date)
    returning m.id, m.is_split_parent`;
  const split = changed.filter(({ isSplitParent }) => isSplitParent).map(({ id }) => id);
  await fitSplits(tx, householdId, split, new Date());
  const candidates = await tx<TransferCandidate[]>`
    select m.id as transaction_id, c.id as counterpart_id
    from transactions m
    join transactions c on c.${ofHousehold(tx, householdId)}
      and c.account_id = m.account_id
      and c.amount = m.amount
      and c.currency = m.currency
      and c.date between m.date - ${TRANSFER_WINDOW_DAYS}::integer and m.date + ${TRANSFER_WINDOW_DAYS}::integer
    where m.household_id = ${householdId}
      and m.mirror_of is not null
      and m.removed_at is null
      and c.mirror_of is null
      and c.removed_at is null
      and not c.is_split_parent
      ${sourceId === null ? tx`` : tx`and ${sourceId} in (c.import_id, c.import_session_id)`}
      and not ${isPaired(tx, tx`c.id`)}
      and not ${isRejectedPair(tx, tx`m.mirror_of`, tx`c.id`)}
    order by abs(c.date - m.date), m.date, m.id, c.date, c.id`;
  await replaceMirrors(tx, householdId, pairTransfers(candidates));
}

/** Removes mirrors `m` with their transfers. The lines of a split one go with it, and so do theirs. */
async function removeMirrors(tx: Tx, householdId: string, from: Fragment): Promise<void> {
  const lines = await tx<{ id: string }[]>`
    with removed as (
      update transactions m
      set removed_at = now(), removed_reason = 'vanished', updated_at = now()
      from ${from}
      returning m.id
    ),
    ended as (
      delete from transfers
      using removed
      where transfers.household_id = ${householdId}
        and removed.id in (transfers.inflow_transaction_id, transfers.outflow_transaction_id)
    )
    update transactions line
    set removed_at = now(), removed_reason = 'vanished', updated_at = now()
    from removed
    where line.${ofHousehold(tx, householdId)}
      and line.parent_id = removed.id
      and line.removed_at is null
    returning line.id`;
  const ids = lines.map(({ id }) => id);
  if (ids.length > 0) await dissolveTransfers(tx, householdId, ids, new Date());
}

/**
 * A transaction that is gone, split (its lines have mirrors of their own) or in another transfer has no mirror. Where a person deleted
 * those of all lines, none is made again: the one of the whole stays.
 */
const removeMirrorsWithoutUse = (tx: Tx, householdId: string): Promise<void> =>
  removeMirrors(
    tx,
    householdId,
    tx`
      transactions t
      where m.household_id = ${householdId}
        and m.mirror_of is not null
        and m.removed_at is null
        and t.${ofHousehold(tx, householdId)}
        and t.id = m.mirror_of
        and (
          t.removed_at is not null
          or t.is_split_parent and exists (
            select 1
            from transactions line
            where line.${ofHousehold(tx, householdId)}
              and line.parent_id = t.id
              and line.removed_at is null
              and not exists (
                select 1
                from transactions refused
                where refused.${ofHousehold(tx, householdId)}
                  and refused.mirror_of = line.id
                  and refused.removed_reason = 'user'
                offset 0
              )
            offset 0
          )
          or not ${isPaired(tx, tx`m.id`)} and ${isPaired(tx, tx`t.id`)}
        )`,
  );

/** The real counterpart takes the mirror's place in the transfer, and whatever it lacks from the mirror. */
async function replaceMirrors(tx: Tx, householdId: string, pairs: readonly TransferCandidate[]) {
  if (pairs.length === 0) return;
  const named = pairs.map((pair) => ({ mirrorId: pair.transactionId, realId: pair.counterpartId }));
  const pair = valueTable(tx, 'pair', named, { mirrorId: 'uuid', realId: 'uuid' });
  await tx`
    update transfers
    set inflow_transaction_id = case when inflow_transaction_id = pair.mirror_id then pair.real_id else inflow_transaction_id end,
      outflow_transaction_id = case when outflow_transaction_id = pair.mirror_id then pair.real_id else outflow_transaction_id end,
      updated_at = now()
    from ${pair}
    where transfers.household_id = ${householdId}
      and pair.mirror_id in (inflow_transaction_id, outflow_transaction_id)`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select ${householdId}, pair.real_id, tt.tag_id
    from ${pair}
    join transaction_tags tt on tt.transaction_id = pair.mirror_id
    on conflict do nothing`;
  await tx`
    update transactions c
    set kind = m.kind,
      category_id = coalesce(c.category_id, m.category_id),
      merchant_id = coalesce(c.merchant_id, m.merchant_id),
      ${setTexts(tx, (column) => tx`coalesce(c.${tx(column)}, m.${tx(column)})`)},
      rule_attributes = c.rule_attributes || jsonb_build_object('kind', now()),
      updated_at = now()
    from ${pair}
    join transactions m on m.${ofHousehold(tx, householdId)} and m.id = pair.mirror_id
    where c.${ofHousehold(tx, householdId)} and c.id = pair.real_id`;
  const replaced = tx`${pair} where m.${ofHousehold(tx, householdId)} and m.id = pair.mirror_id`;
  await removeMirrors(tx, householdId, replaced);
}
