import { moveChanges } from '../../changes/transaction-changes.ts';
import type { Fragment, Tx } from '../../postgres/connect.ts';
import { claimJoined } from '../../imports/claim-joined.ts';
import { listSuccessions } from '../../changes/journal.ts';
import type { Succession } from '../../changes/journal.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { fitSplits } from '../../ledger/transaction-splits.ts';
import { joinedValue, setTexts } from '../../ledger/transaction-attributes.ts';
import { moveTransfers } from '../../transfers/store/move-transfers.ts';
import { insertRuleWork } from '../../rules/store/rule-work.ts';
import { ofHousehold } from '../../postgres/plans.ts';

/** Whose transactions become one: `accountId` is the account of those that remain. */
interface Joining {
  readonly householdId: string;
  readonly accountId: string;
  readonly now: Date;
}

/**
 * Merges each pair into one transaction. The remaining one keeps people's changes and takes what it lacks from the
 * other: category, merchant, tags, notes, edits, lines, transfer, change log, what files say about it, and the keys under which the
 * provider may still list it. Returns how many have another amount than the lines that they took.
 */
export async function joinTransactions(
  tx: Tx,
  joining: Joining,
  pairs: readonly Succession[],
): Promise<number> {
  if (pairs.length === 0) return 0;
  const { householdId } = joining;
  await claimJoined(tx, householdId, pairs);
  const added = await fillFromTwin(tx, joining, pairs);
  await moveTransfers(tx, joining, pairs);
  await moveKeys(tx, joining, pairs);
  await moveChanges(tx, householdId, pairs);
  await renameCandidates(tx, householdId, pairs);
  await tx`
    delete from transactions
    where ${ofHousehold(tx, householdId)}
      and id in (select gone_id from ${listSuccessions(tx, pairs)})`;
  return added;
}

async function fillFromTwin(tx: Tx, { householdId, now }: Joining, pairs: readonly Succession[]) {
  const pair = listSuccessions(tx, pairs);
  const filled = (column: string, otherwise?: Fragment) =>
    tx`${tx(column)} = ${joinedValue(tx, column, otherwise)}`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select t.household_id, pair.stays_id, t.tag_id
    from ${pair}
    join transaction_tags t on t.${ofHousehold(tx, householdId)} and t.transaction_id = pair.gone_id
    join transactions kept on kept.${ofHousehold(tx, householdId)} and kept.id = pair.stays_id
    where not kept.locked_attributes ? 'tag_ids'
    on conflict do nothing`;
  const lines = await tx<{ id: string; parentId: string; removedAt: Date | null }[]>`
    update transactions line
    set parent_id = pair.stays_id,
      -- Lines do not outlive a transaction that was removed.
      removed_at = coalesce(line.removed_at, kept.removed_at),
      removed_reason = coalesce(line.removed_reason, kept.removed_reason)
    from ${pair}
    join transactions kept on kept.${ofHousehold(tx, householdId)} and kept.id = pair.stays_id
    where line.${ofHousehold(tx, householdId)}
      and line.parent_id = pair.gone_id
      and not kept.is_split_parent
    returning line.id, line.parent_id, line.removed_at`;
  const removed = lines.filter(({ removedAt }) => removedAt !== null).map(({ id }) => id);
  if (removed.length > 0) await dissolveTransfers(tx, householdId, removed, now);
  const split = [...new Set(lines.map(({ parentId }) => parentId))];
  const { lineIds, added } = await fitSplits(tx, householdId, split, now);
  await insertRuleWork(tx, householdId, null, lineIds);
  await tx`
    update transactions kept
    set ${filled('name', tx`kept.name`)},
      ${setTexts(tx, (column) => joinedValue(tx, column))},
      ${filled('category_id')},
      ${filled('merchant_id')},
      ${filled('excluded', tx`kept.excluded or gone.is_split_parent`)},
      ${filled('kind', tx`case when kept.kind = 'standard' then gone.kind else kept.kind end`)},
      investment_activity_label = coalesce(kept.investment_activity_label, gone.investment_activity_label),
      is_split_parent = kept.is_split_parent or gone.is_split_parent,
      locked_attributes = gone.locked_attributes || kept.locked_attributes,
      -- A name that a rule gave the other one is not taken.
      rule_attributes = gone.rule_attributes - 'name' || kept.rule_attributes,
      first_seen_date = least(kept.first_seen_date, gone.first_seen_date),
      import_id = coalesce(kept.import_id, gone.import_id),
      import_name = coalesce(kept.import_name, gone.import_name),
      import_date = case
        when kept.import_name is null and gone.import_name is not null then coalesce(gone.import_date, gone.date)
        else kept.import_date
      end,
      updated_at = ${now}
    from ${pair}
    join transactions gone on gone.${ofHousehold(tx, householdId)} and gone.id = pair.gone_id
    where kept.${ofHousehold(tx, householdId)}
      and kept.id = pair.stays_id`;
  return added;
}

/** Every key of the deleted row leads to the remaining one. */
async function moveKeys(
  tx: Tx,
  { householdId, accountId, now }: Joining,
  pairs: readonly Succession[],
): Promise<void> {
  await tx`
    update transaction_aliases former
    set transaction_id = pair.stays_id
    from ${listSuccessions(tx, pairs)}
    where former.household_id = ${householdId}
      and former.account_id = ${accountId}
      and former.transaction_id = pair.gone_id`;
  await tx`
    insert into transaction_aliases (household_id, account_id, external_id, transaction_id, created_at)
    select ${householdId}::uuid, ${accountId}::uuid, former.external_id, pair.stays_id, ${now}::timestamptz
    from ${listSuccessions(tx, pairs)}
    join lateral (
      select external_id
      from transaction_aliases
      where household_id = ${householdId}
        and transaction_id = pair.gone_id
      union
      select external_id
      from transactions
      where ${ofHousehold(tx, householdId)}
        and id = pair.gone_id
        and source = 'provider'
        and external_id is not null
    ) former on true
    where not exists (
      select 1
      from transactions own
      where own.${ofHousehold(tx, householdId)}
        and own.account_id = (select ${accountId}::uuid)
        and own.source = 'provider'
        and own.external_id = former.external_id
      offset 0
    )
    on conflict (account_id, external_id) do nothing`;
}

/** Lets suggestions name the remaining transactions as their candidates. */
async function renameCandidates(tx: Tx, householdId: string, pairs: readonly Succession[]) {
  // Joins all candidates in one pass: comparing the arrays row by row with all pairs took longer than everything else.
  await tx`
    update transaction_suggestions s
    set candidate_ids = renamed.ids
    from (
      select own.id, array_agg(coalesce(pair.stays_id, candidate.id) order by candidate.place) as ids
      from transaction_suggestions own
      cross join lateral unnest(own.candidate_ids) with ordinality as candidate (id, place)
      left join ${listSuccessions(tx, pairs)} on pair.gone_id = candidate.id
      where own.household_id = ${householdId}
      group by own.id
      having bool_or(pair.gone_id is not null)
    ) renamed
    where s.household_id = ${householdId}
      and s.id = renamed.id`;
}
