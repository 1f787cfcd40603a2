import { NAMELESS } from '#preflight/types/common-fields';
import type { Tx } from '../../postgres/connect.ts';
import { fitSplits } from '../../ledger/transaction-splits.ts';
import { insertRuleWork } from '../../rules/store/rule-work.ts';
import { moveClaims } from '../match/make-room.ts';
import { createRowAccounts } from './row-accounts.ts';
import { mergedCurrency, isBooking } from './claims.ts';
import { createTags, resolveCategories } from './row-names.ts';
import { homeCurrency, IMPORT_SOURCE, ofImport } from './scope.ts';
import type { CsvScope, OnWritten, Written } from './scope.ts';
import { joinWhole, ofHousehold } from '../../postgres/plans.ts';
import { excerpt } from '#preflight/text';
import { warning } from '#preflight/warnings/warning';
import type { Warning } from '#preflight/warnings/warning';
import { warnImport } from '../import-rows.ts';

/** Rows written per statement: enough to be fast, few enough to show progress. */
const BATCH_ROWS = 10_000;

/** Writes judged rows: new transactions, and what updates add to existing ones. */
export async function writeTransactions(
  tx: Tx,
  scope: CsvScope,
  onWritten: OnWritten,
): Promise<Written> {
  await moveClaims(tx, scope);
  const made = await createRowAccounts(tx, scope);
  const categories = await resolveCategories(tx, scope);
  const tags = await createTags(tx, scope);
  const created = await insertNew(tx, scope, onWritten);
  if (tags.named) await tagNew(tx, scope);
  await bookPending(tx, scope);
  const updated = await applyUpdates(tx, scope);
  return {
    created: { transactions: created, ...made, categories, tags: tags.created },
    updated: { transactions: updated },
  };
}

async function insertNew(tx: Tx, scope: CsvScope, onWritten: OnWritten): Promise<number> {
  let created = 0;
  let line = 0;
  for (;;) {
    const batch = await joinWhole(tx, () => insertBatch(tx, scope, line));
    created += batch.count;
    onWritten(batch.count);
    if (batch.count < BATCH_ROWS) return created;
    line = batch.lastLine;
  }
}

async function insertBatch(
  tx: Tx,
  scope: CsvScope,
  afterLine: number,
): Promise<{ count: number; lastLine: number }> {
  const [batch] = await tx<[{ count: number; lastLine: number }]>`
    with batch as materialized (
      select r.line, r.record_id, r.account_id, r.date, r.amount, r.currency, coalesce(r.name, ${NAMELESS}) as name,
        r.notes, r.category, r.pending, r.more ->> 'external_id' as external_id
      from import_rows r
      where ${ofImport(tx, scope)}
        and r.line > ${afterLine}
        and r.verdict = 'new'
      order by r.line
      limit ${BATCH_ROWS}
    ),
    made as (
      insert into transactions (
        id, household_id, account_id, date, amount, currency, name, notes, category_id, source, import_id, import_name,
        import_date, import_external_id, pending)
      select b.record_id, ${scope.householdId}, b.account_id, b.date, b.amount,
        coalesce(b.currency, a.currency, ${homeCurrency(tx, scope)}), b.name, b.notes, c.category_id,
        ${IMPORT_SOURCE}, ${scope.importId}, b.name, b.date, b.external_id, b.pending
      from batch b
      join accounts a on a.household_id = ${scope.householdId} and a.id = b.account_id
      left join import_categories c on c.text = b.category
    )
    select count(*)::integer as count, coalesce(max(line), 0) as last_line
    from batch`;
  return batch;
}

async function tagNew(tx: Tx, scope: CsvScope): Promise<void> {
  await joinWhole(
    tx,
    async () => tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select distinct r.household_id, r.record_id, g.id
    from import_rows r
    cross join lateral unnest(r.tags) tag
    join tags g on g.household_id = r.household_id and g.name = tag
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`,
  );
}

/** Adds what the rows have and their transactions lack, including a currency that no file had stated. Locked attributes stay. */
async function applyUpdates(tx: Tx, scope: CsvScope): Promise<number> {
  const [filled] = await tx<[{ count: number; split: string[] }]>`
    with filled as (
    update transactions t
    set category_id = case
          when t.locked_attributes ? 'category_id' then t.category_id
          else coalesce(t.category_id, c.category_id)
        end,
        notes = case
          when t.locked_attributes ? 'notes' then t.notes
          else coalesce(nullif(t.notes, ''), r.notes, t.notes)
        end,
        currency = ${mergedCurrency(tx, scope.householdId, tx`r.currency`)},
        updated_at = now()
    from import_rows r
    left join import_categories c on c.text = r.category
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and t.${ofHousehold(tx, scope.householdId)}
      and t.id = r.of_id
    returning t.id, t.is_split_parent
    )
    select count(*)::integer as count, coalesce(array_agg(id) filter (where is_split_parent), '{}') as split
    from filled`;
  const { lineIds } = await fitSplits(tx, scope.householdId, filled.split, new Date());
  await insertRuleWork(tx, scope.householdId, null, lineIds, scope.importId);
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select distinct r.household_id, t.id, g.id
    from import_rows r
    join transactions t on t.${ofHousehold(tx, scope.householdId)} and t.id = r.of_id
    cross join lateral unnest(r.tags) tag
    join tags g on g.household_id = r.household_id and g.name = tag
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and not t.locked_attributes ? 'tag_ids'
    on conflict do nothing`;
  return filled.count;
}

/**
 * Updates pending transactions. A booking of the import replaces its pending transaction in place, whether excluded or locked.
 * One that the file lists as pending again is no longer stale. One that the file should list, but does not, becomes stale and
 * is named in a warning. If a booking may be one of several, a person is asked. Call it after the new rows are written.
 */
async function bookPending(tx: Tx, scope: CsvScope): Promise<void> {
  const { householdId } = scope;
  await tx`
    update transactions t
    set date = r.date,
        amount = r.amount,
        currency = coalesce(r.currency, t.currency),
        name = case
          when t.locked_attributes ? 'name' or t.rule_attributes ? 'name' then t.name
          else coalesce(r.name, t.name)
        end,
        import_external_id = coalesce(r.more ->> 'external_id', t.import_external_id),
        pending = false,
        stale_pending = false,
        updated_at = now()
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and t.${ofHousehold(tx, householdId)}
      and t.id = r.of_id
      and ${isBooking(tx)}`;
  await tx`
    update transactions t
    set stale_pending = false,
        updated_at = now()
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.pending
      and r.verdict in ('duplicate', 'update')
      and t.${ofHousehold(tx, householdId)}
      and t.id = r.of_id
      and t.stale_pending`;
  await tx`
    insert into transaction_suggestions (household_id, transaction_id, candidate_ids)
    select r.household_id, r.record_id, d.candidates
    from match_doubts d
    join import_rows r on r.record_id = d.ref
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
    on conflict (transaction_id) do nothing`;
  const stale = await tx<{ date: string; amount: string; currency: string; name: string }[]>`
    update transactions t
    set stale_pending = true,
        updated_at = now()
    from match_stale s
    where t.${ofHousehold(tx, householdId)}
      and t.id = s.id
    returning t.date, t.amount, t.currency, t.name`;
  const named = stale.map(({ date, amount, currency, name }) =>
    [date, amount, currency, excerpt(name)].join(' '),
  );
  const found = named.length === 0 ? [] : [staleWarning(named)];
  await warnImport(tx, scope, ['pending_missing'], found);
}

const NAMED_MAX = 5;

function staleWarning(rows: readonly string[]): Warning {
  const named = rows.toSorted().slice(0, NAMED_MAX).join('; ');
  const transactions = named + (rows.length > NAMED_MAX ? '; …' : '');
  return warning('pending_missing', { count: rows.length, transactions });
}
