import { KNOWN_AS_MAX } from '#preflight/records/lengths';
import type { Tx } from '../../postgres/connect.ts';
import { deleteRow } from '../../postgres/household-rows.ts';
import { replaceInRules } from '../../rules/store/replace-in-rules.ts';
import { lockAccounts } from '../account-removal.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { joinTransactions } from '../../sync/store/join-transactions.ts';
import { transferSides } from '../../transfers/store/transfers.ts';
import { moveEntries, moveTable, moveTransactions } from './move-entries.ts';
import type { MovedCounts } from './move-entries.ts';
import { moveLink } from './move-link.ts';
import { pairTransactions } from './pair-transactions.ts';
import type { Merge } from './pair-transactions.ts';
import { ofHousehold } from '../../postgres/plans.ts';

export type MergeCounts = Record<
  'transactions' | 'trades' | 'holdings' | 'valuations' | 'balances',
  MovedCounts
>;

/**
 * Merges two of the household's accounts: everything in `fromId` moves to `intoId`, without duplicates, and
 * `fromId` is deleted. Syncs that write to either wait. `unknown`: one of them does not exist; `currency`: their
 * currencies differ.
 */
export async function mergeAccounts(
  tx: Tx,
  merge: Merge,
): Promise<MergeCounts | 'unknown' | 'currency'> {
  const { householdId, fromId, intoId } = merge;
  if ((await lockAccounts(tx, householdId, [fromId, intoId])).size < 2) return 'unknown';
  const [currencies] = await tx<[{ count: number }]>`
    select count(distinct currency)::integer as count
    from accounts
    where household_id = ${householdId}
      and id = any(${[fromId, intoId]}::uuid[])`;
  if (currencies.count > 1) return 'currency';
  await dissolveOwnTransfers(tx, merge);
  const link = await moveLink(tx, merge);
  const pairs = await pairTransactions(tx, merge);
  await joinTransactions(tx, { householdId, accountId: intoId, now: merge.now }, pairs);
  const moved = await moveTransactions(tx, merge);
  const entries = await moveEntries(tx, merge, link);
  await moveReferences(tx, merge);
  await fillAccount(tx, merge, link.adopts);
  await deleteRow(tx, 'accounts', householdId, fromId);
  return { transactions: { moved, joined: pairs.length }, ...entries };
}

/** Deletes transfers and mirrors within the merged account, which cannot have any. */
async function dissolveOwnTransfers(tx: Tx, { householdId, fromId, intoId, now }: Merge) {
  const inside = await tx<{ id: string }[]>`
    select i.id
    from transfers f
    ${transferSides(tx)}
    where f.household_id = ${householdId}
      and i.account_id = any(${[fromId, intoId]}::uuid[])
      and o.account_id = any(${[fromId, intoId]}::uuid[])
      and i.account_id <> o.account_id`;
  const ids = inside.map(({ id }) => id);
  await dissolveTransfers(tx, householdId, ids, now);
  await tx`
    delete from transactions mirror
    using transactions source
    where mirror.household_id = ${householdId}
      and mirror.account_id = any(${[fromId, intoId]}::uuid[])
      and source.${ofHousehold(tx, householdId)}
      and source.id = mirror.mirror_of
      and source.account_id = any(${[fromId, intoId]}::uuid[])`;
}

/** Points rules, recurring transactions, imports and their profiles from the deleted account to the remaining one. */
async function moveReferences(tx: Tx, merge: Merge): Promise<void> {
  const { householdId, fromId, intoId, now } = merge;
  await replaceInRules(tx, householdId, { kind: 'account', fromId, intoId }, now);
  await moveTable(
    tx,
    merge,
    'recurring_transactions',
    tx`(own.name, own.merchant_id) is not distinct from (moved.name, moved.merchant_id)
      and (own.amount, own.currency, own.expected_day_of_month)
        = (moved.amount, moved.currency, moved.expected_day_of_month)`,
  );
  for (const table of ['imports', 'import_profiles', 'import_rows']) {
    await tx`
      update ${tx(table)}
      set account_id = ${intoId}
      where household_id = ${householdId}
        and account_id = ${fromId}`;
  }
  await tx`
    update import_id_map
    set record_id = ${intoId}
    where session_id in (select id from import_sessions where household_id = ${householdId})
      and source_type = 'Account'
      and household_id = ${householdId}
      and record_id = ${fromId}`;
}

/** The remaining account takes values that it lacks, the names by which files know the other, and the balance of a link that it adopts. */
async function fillAccount(tx: Tx, { householdId, fromId, intoId, now }: Merge, adopts: boolean) {
  await tx`
    update accounts kept
    set currency = coalesce(kept.currency, gone.currency),
      subtype = coalesce(kept.subtype, gone.subtype),
      institution_name = coalesce(kept.institution_name, gone.institution_name),
      institution_domain = coalesce(kept.institution_domain, gone.institution_domain),
      number = coalesce(kept.number, gone.number),
      former_names = (array_remove(kept.former_names || gone.former_names || array[gone.name, gone.number], null))[:${KNOWN_AS_MAX}],
      notes = coalesce(kept.notes, gone.notes),
      balance = case when ${adopts} then coalesce(gone.balance, kept.balance) else coalesce(kept.balance, gone.balance) end,
      balance_at = case
        when kept.balance is null or (${adopts} and gone.balance is not null) then gone.balance_at
        else kept.balance_at
      end,
      cash_balance = coalesce(kept.cash_balance, gone.cash_balance),
      updated_at = ${now}
    from accounts gone
    where kept.household_id = ${householdId}
      and kept.id = ${intoId}
      and gone.household_id = ${householdId}
      and gone.id = ${fromId}`;
}
