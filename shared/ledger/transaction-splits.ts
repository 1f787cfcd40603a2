import { randomUUID } from 'node:crypto';
import { logChange } from '../changes/transaction-changes.ts';
import type { Tx } from '../postgres/connect.ts';
import { insertEntries } from './new-transactions.ts';
import type { NewEntry } from './new-transactions.ts';
import { dissolveTransfers, markRemoved } from './transaction-removal.ts';
import type { Transaction } from './transactions.ts';

/**
 * Replaces a transaction's split lines by ones that add up to it; no lines make it whole again. Dissolves its transfers and those
 * of the old lines: a side of a transfer must be whole. Returns the ids of the new lines.
 */
export async function replaceSplits(
  tx: Tx,
  householdId: string,
  transaction: Transaction,
  splits: readonly NewEntry[],
  now: Date,
): Promise<string[]> {
  const { id } = transaction;
  const old = await tx<{ id: string; isLine: boolean; excluded: boolean }[]>`
    select t.id, t.id = line.id as is_line, t.excluded
    from transactions line
    join transactions t on t.household_id = line.household_id and (t.id = line.id or t.mirror_of = line.id)
    where line.household_id = ${householdId}
      and line.parent_id = ${id}
      and line.removed_at is null
      and t.removed_at is null`;
  const oldIds = old.map((one) => one.id);
  const oldLines = old.filter((one) => one.isLine);
  const isExcluded =
    oldLines.length > 0 ? oldLines.every(({ excluded }) => excluded) : transaction.excluded;
  await dissolveTransfers(tx, householdId, [id, ...oldIds], now);
  await markRemoved(tx, householdId, oldIds, now);
  await tx`
    update transactions
    set is_split_parent = ${splits.length > 0},
      -- As in imports, reports count the lines instead of the parent, unless a person decided otherwise.
      excluded = case when locked_attributes ? 'excluded' then excluded else ${splits.length > 0} end,
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}`;
  const lines = splits.map((line) => ({
    ...line,
    id: randomUUID(),
    account_id: transaction.accountId,
    date: transaction.date,
    currency: transaction.currency,
    excluded: isExcluded,
    external_id: null,
    parent_id: id,
    is_split_parent: false,
  }));
  await insertEntries(tx, householdId, lines, now);
  const amounts = (of: readonly { amount: string }[]): string | null =>
    of.length === 0 ? null : of.map(({ amount }) => amount).join(',');
  await logChange(
    tx,
    householdId,
    'splits',
    tx`select ${id}::uuid, to_json(${amounts(transaction.splits)}::text), to_json(${amounts(splits)}::text)`,
  );
  return lines.map((line) => line.id);
}
