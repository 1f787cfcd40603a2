import type { Fragment, Tx } from '../../postgres/connect.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { isClaimed } from './in-use.ts';
import type { UndoSource } from '../../changes/journal.ts';

/**
 * Whether a bank took the transaction `t` over, or the one that it is a line of. A restored row is the bank's from the start, but goes
 * with its session until a connection takes over its account.
 */
const isTakenOver = (tx: Tx): Fragment => tx`(
  case when t.source = 'provider' or t.parent_id is not null and (
      select whole.source = 'provider'
      from transactions whole
      where whole.household_id = t.household_id
        and whole.id = t.parent_id
    )
    then not exists (
      select 1
      from provider_accounts link
      where link.household_id = t.household_id
        and link.account_id = t.account_id
        and link.connection_id is null
        and link.last_read_at is null
      offset 0
    )
    else false
  end
)`;

/** Whether the change `g` is that a sync listed transactions otherwise than before. */
const isSaidBySync = (tx: Tx, householdId: string): Fragment => tx`
  g.household_id = ${householdId}
  and g.kind = 'transactions'
  and g.cause = 'sync'
  and g.operation = 'updated'`;

/**
 * Whether the bank says what the transaction `t` has for the key `i.key`, since a sync took it over from a file, or listed it after a
 * session had written to it: sessions, unlike files, write to what is the bank's already. Its name is a rule's as long as a rule set it,
 * and whether it is missing from the feed is a question only while it is pending.
 */
export const isOfBank = (tx: Tx, { householdId, sourceId }: UndoSource): Fragment => tx`(
  case i.key
    when 'name' then not t.rule_attributes ? 'name'
    when 'stale_pending' then not t.pending
    else i.key in ('date', 'amount', 'currency', 'pending')
  end
  and (
    exists (select 1 from imports where household_id = ${householdId} and id = ${sourceId})
    or (
      -- Read once: few rows have both.
      t.id in (
        select unnest(g.record_ids)
        from changes g
        where ${isSaidBySync(tx, householdId)}
      )
      and exists (
        select 1
        from changes g
        where ${isSaidBySync(tx, householdId)}
          and g.id > i.last_id
          and t.id = any(g.record_ids)
        offset 0
      )
    )
  )
  and ${isTakenOver(tx)}
)`;

/** Whether the import itself split the transaction with that id, which was there before, or made it whole. */
const isSplitBy = (tx: Tx, { householdId, sourceId }: UndoSource, id: Fragment): Fragment => tx`
  ${id} in (
    select j.record_id
    from changes j
    where j.household_id = ${householdId}
      and j.source_id = ${sourceId}
      and j.kind = 'transactions'
      and j.before -> 'is_split_parent' is not null
  )`;

/**
 * Whether the lines that the transaction `t` keeps contradict the value before the import, `i.before`, of the key `i.key`: a whole one
 * would count beside them, and a split one without lines would not count at all.
 */
export const isSplitOtherwise = (tx: Tx, source: UndoSource): Fragment => tx`(
  case when i.key in ('is_split_parent', 'excluded') and ${isSplitBy(tx, source, tx`t.id`)}
    then (i.before::text = 'true') <> exists (
      select 1
      from transactions line
      where line.${ofHousehold(tx, source.householdId)}
        and line.parent_id = t.id
        and line.removed_at is null
        and line.id not in (select id from undo_created where kind = 'transactions' and reason is null)
      offset 0
    )
    else false
  end
)`;

/**
 * Marks those of the import's transactions that now belong to others: a person edited or split them, a bank took them over, they
 * were joined with others, or another import claims them. Related rows stay together: a transaction and its lines, and a
 * transaction and the counterpart that was made from it.
 */
export async function markKeptTransactions(tx: Tx, source: UndoSource): Promise<void> {
  const { householdId } = source;
  // The lines of a split that the import made itself go with it.
  const isBanks = tx`(${isTakenOver(tx)} and not (t.parent_id is not null and ${isSplitBy(tx, source, tx`t.parent_id`)}))`;
  // If a bank took a transaction over and a person then deleted it, it must stay deleted.
  await tx`
    delete from undo_created c
    using transactions t
    where c.kind = 'transactions'
      and t.${ofHousehold(tx, householdId)}
      and t.id = c.id
      and ${isBanks}
      and t.removed_at is not null`;
  await tx`
    update undo_created c
    set reason = case
        when ${isBanks} then 'adopted'
        when ${isClaimed(tx, source, tx`t.id`)} then 'claimed'
        else 'edited'
      end
    from transactions t
    left join (
      select distinct on (record_id) record_id, locks
      from changes
      where household_id = ${householdId}
        and source_id = ${source.sourceId}
        and kind = 'transactions'
        -- Not the locks that the import found in another one's row: a person's edits are among them.
        and operation = 'locked'
      order by record_id, id desc
    ) own on own.record_id = t.id
    where c.kind = 'transactions'
      and c.reason is null
      and t.${ofHousehold(tx, householdId)}
      and t.id = c.id
      and t.removed_at is null
      and (
        ${isBanks}
        or t.locked_attributes <> coalesce(own.locks, '{}')
        or ${isClaimed(tx, source, tx`t.id`)}
      )`;
  await markDependents(tx, householdId);
}

async function markDependents(tx: Tx, householdId: string): Promise<void> {
  const isOwn = tx`t.id in (select id from undo_created where kind = 'transactions')`;
  await tx`
    update undo_created c
    set reason = 'edited'
    where c.kind = 'transactions'
      and c.reason is null
      and c.id in (
        select coalesce(t.parent_id, t.mirror_of)
        from transactions t
        where t.household_id = ${householdId}
          and (t.parent_id is not null or t.mirror_of is not null)
          and t.removed_at is null
          and not ${isOwn}
          and (t.parent_id is not null or t.source = 'provider' or t.locked_attributes <> '{}')
      )`;
  await tx`
    with recursive kept (id, reason) as (
      select id, reason
      from undo_created
      where kind = 'transactions'
        and reason is not null
      union
      select tied.id, kept.reason
      from kept
      join transactions t on t.${ofHousehold(tx, householdId)} and t.id = kept.id
      cross join lateral (
        select t.parent_id as id
        where t.parent_id is not null
        union all
        select t.mirror_of
        where t.mirror_of is not null
        union all
        select line.id
        from transactions line
        where line.${ofHousehold(tx, householdId)}
          and line.parent_id = t.id
        union all
        -- Even if it gave way to another import's row: that one's undo brings it back.
        select mirror.id
        from transactions mirror
        where mirror.${ofHousehold(tx, householdId)}
          and mirror.mirror_of = t.id
      ) tied
    )
    update undo_created c
    set reason = kept.reason
    from kept
    where c.kind = 'transactions'
      and c.id = kept.id
      and c.reason is null`;
}

/**
 * Dissolves transfers between transactions that go and others, which become ordinary transactions. The import's own transfers are
 * removed elsewhere, and the undo has restored their sides, except the import's own rows, a row that took a mirror's place later: the
 * run of another cause gave it its kind, and one that a person keeps of an import that is undone: the transfer was inherited from that.
 * Returns how many of the import's own it dissolved.
 */
export async function endTransfers(
  tx: Tx,
  { householdId }: UndoSource,
  now: Date,
): Promise<number> {
  const isGoing = (column: 'inflow_transaction_id' | 'outflow_transaction_id') => tx`
    f.${tx(column)} in (select id from undo_created where kind = 'transactions' and reason is null)`;
  const paired = await tx<{ id: string; isOwn: boolean }[]>`
    select pair.id, pair.is_own
    from (
      select case when ${isGoing('inflow_transaction_id')} then f.outflow_transaction_id else f.inflow_transaction_id end as id,
        f.created_at, f.id in (select id from undo_created where kind = 'transfers') as is_own
      from transfers f
      where f.household_id = ${householdId}
        and ${isGoing('inflow_transaction_id')} <> ${isGoing('outflow_transaction_id')}
    ) pair
    where not pair.is_own
      or pair.id in (select id from undo_created where kind = 'transactions')
      or exists (
        select 1
        from changes l
        where l.${ofHousehold(tx, householdId)}
          and l.record_id = pair.id
          and l.cause in ('rule', 'transfer')
          and l.after ->> 'kind' is not null
          and (l.created_at > pair.created_at or (l.source_id is null and l.created_at = pair.created_at))
      )`;
  if (paired.length === 0) return 0;
  const ids = paired.map(({ id }) => id);
  await dissolveTransfers(tx, householdId, ids, now);
  return paired.filter(({ isOwn }) => isOwn).length;
}
