import type { Tx } from '../postgres/connect.ts';
import { TRANSFER_KINDS } from '#preflight/rules/transfer-kinds';
import { ofHousehold } from '../postgres/plans.ts';

/**
 * Deletes a transaction on behalf of a person. It is a soft delete, so that no sync restores the row, even when it posts or gets
 * another id. Its split lines and the counterparts that rules created are deleted with it; a transfer is dissolved, and its other
 * side becomes an ordinary transaction. `split_line`: the transaction is itself a split line.
 */
export async function removeTransaction(
  tx: Tx,
  householdId: string,
  id: string,
  now: Date,
): Promise<'removed' | 'unknown' | 'split_line'> {
  const [found] = await tx<{ parentId: string | null }[]>`
    select parent_id
    from transactions
    where household_id = ${householdId}
      and id = ${id}
      and removed_at is null
    for update`;
  if (found === undefined) return 'unknown';
  if (found.parentId !== null) return 'split_line';
  await removeWithTied(tx, householdId, [id], now);
  return 'removed';
}

/** Removes transactions with everything that cannot be without them: split lines, counterparts that rules made, and transfers. */
export async function removeWithTied(
  tx: Tx,
  householdId: string,
  of: readonly string[],
  now: Date,
): Promise<void> {
  const ids = [...of];
  // A line may have a counterpart, and a counterpart lines.
  for (let next = ids.slice(); next.length > 0; ids.push(...next)) {
    const tied = await tx<{ id: string }[]>`
      select id
      from transactions
      where household_id = ${householdId}
        and (parent_id = any(${next}::uuid[]) or mirror_of = any(${next}::uuid[]))
        and id <> all(${ids}::uuid[])
        and removed_at is null`;
    next = tied.map((row) => row.id);
  }
  await dissolveTransfers(tx, householdId, ids, now);
  await markRemoved(tx, householdId, ids, now);
}

/** Marks transactions as removed by a person. */
export async function markRemoved(
  tx: Tx,
  householdId: string,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await tx`
    update transactions
    set removed_at = ${now},
      removed_reason = 'user',
      updated_at = ${now}
    where household_id = ${householdId}
      and id = any(${ids as string[]}::uuid[])
      and removed_at is null`;
}

/**
 * Dissolves the transfers of these transactions, or with `matched` only those that the service matched itself. Unless a person set
 * its kind, each side gets its previous kind back, according to the log of its last change. Without a log entry, a matched side
 * keeps its kind, which it had all along, and any other becomes standard.
 */
export async function dissolveTransfers(
  tx: Tx,
  householdId: string,
  ids: readonly string[],
  now: Date,
  { matched = false }: { matched?: boolean } = {},
): Promise<void> {
  await tx`
    with dissolved as (
      delete from transfers
      where household_id = ${householdId}
        ${matched ? tx`and matched` : tx``}
        and (inflow_transaction_id = any(${ids as string[]}::uuid[]) or outflow_transaction_id = any(${ids as string[]}::uuid[]))
      returning inflow_transaction_id, outflow_transaction_id, matched
    ), side as (
      select t.id, coalesce(last.old_value, case when dissolved.matched then t.kind else 'standard' end) as kind_before
      from dissolved
      cross join lateral (values (inflow_transaction_id), (outflow_transaction_id)) as ended (id)
      join transactions t
        on t.${ofHousehold(tx, householdId)}
        and t.id = ended.id
      left join lateral (
        select l.before ->> 'kind' as old_value, l.after ->> 'kind' as new_value
        from changes l
        where l.record_id = t.id
          and l.household_id = t.household_id
          and l.kind = 'transactions'
          and l.after ->> 'kind' is not null
        order by l.id desc
        limit 1
      ) last on last.new_value = t.kind
      where t.kind = any(${TRANSFER_KINDS as string[]}::text[])
        and not t.locked_attributes ? 'kind'
    )
    update transactions t
    set kind = side.kind_before,
      rule_attributes = t.rule_attributes - 'kind',
      updated_at = ${now}
    from side
    where t.${ofHousehold(tx, householdId)}
      and t.id = side.id`;
}
