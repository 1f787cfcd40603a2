import { randomUUID } from 'node:crypto';
import { logChange } from '../changes/transaction-changes.ts';
import type { Tx } from '../postgres/connect.ts';
import { ofHousehold } from '../postgres/plans.ts';
import { valueTable } from '../postgres/value-table.ts';
import { insertEntries } from './new-transactions.ts';
import type { NewEntry } from './new-transactions.ts';
import { dissolveTransfers, removeWithTied } from './transaction-removal.ts';
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
  const old = await tx<{ id: string; excluded: boolean }[]>`
    select id, excluded
    from transactions
    where household_id = ${householdId}
      and parent_id = ${id}
      and removed_at is null`;
  const isExcluded = old.length > 0 ? old.every(({ excluded }) => excluded) : transaction.excluded;
  await dissolveTransfers(tx, householdId, [id], now);
  const oldIds = old.map((line) => line.id);
  await removeWithTied(tx, householdId, oldIds, now);
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

/** What a correction did to the lines of splits. */
export interface FittedSplits {
  readonly lineIds: readonly string[];
  /** How many transactions have another amount than their lines had. */
  readonly added: number;
}

/**
 * Lets the lines of corrected transactions follow them: account, day, currency and whether they are pending. A person made the
 * lines, so they keep their amounts; what they lack or exceed becomes one more line, so that they add up.
 */
export async function fitSplits(
  tx: Tx,
  householdId: string,
  ids: readonly string[],
  now: Date,
): Promise<FittedSplits> {
  if (ids.length === 0) return { lineIds: [], added: 0 };
  const ofParents = tx`
    from transactions parent
    join transactions line on line.${ofHousehold(tx, householdId)} and line.parent_id = parent.id and line.removed_at is null
    where parent.${ofHousehold(tx, householdId)}
      and parent.id = any(${ids as string[]}::uuid[])
      and parent.removed_at is null`;
  const moved = await tx<{ id: string }[]>`
    update transactions moved
    set account_id = wanted.account_id,
      date = wanted.date,
      currency = wanted.currency,
      pending = wanted.pending,
      updated_at = ${now}
    from (
      select line.id, parent.account_id, parent.date, parent.currency, parent.pending
      ${ofParents}
        and (line.account_id, line.date, line.currency, line.pending)
          is distinct from (parent.account_id, parent.date, parent.currency, parent.pending)
    ) wanted
    where moved.${ofHousehold(tx, householdId)}
      and moved.id = wanted.id
    returning moved.id`;
  const added = await tx<{ id: string; parentId: string; amount: string; before: string }[]>`
    with lacking as (
      select parent.id as parent_id, parent.amount - sum(line.amount) as amount, bool_and(line.excluded) as excluded,
        string_agg(line.amount::text, ',' order by line.amount, line.id) as before
      ${ofParents}
      group by parent.household_id, parent.id
      having parent.amount <> sum(line.amount)
    ), added as (
      insert into transactions (
        household_id, account_id, date, amount, currency, name, pending, excluded, parent_id, created_at, updated_at
      )
      select parent.household_id, parent.account_id, parent.date, lacking.amount, parent.currency, parent.name, parent.pending,
        lacking.excluded, parent.id, ${now}::timestamptz, ${now}::timestamptz
      from lacking
      join transactions parent on parent.${ofHousehold(tx, householdId)} and parent.id = lacking.parent_id
      returning id, parent_id, amount
    )
    select added.id, added.parent_id, added.amount, lacking.before
    from added
    join lacking using (parent_id)`;
  if (added.length > 0) {
    const logged = valueTable(tx, 'added', added, {
      parentId: 'uuid',
      amount: 'text',
      before: 'text',
    });
    const amounts = tx`select parent_id, to_json(before), to_json(before || ',' || amount) from ${logged}`;
    await logChange(tx, householdId, 'splits', amounts);
  }
  return { lineIds: [...moved, ...added].map(({ id }) => id), added: added.length };
}
