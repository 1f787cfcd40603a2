import { NAMELESS } from '#preflight/types/common-fields';
import type { Tx } from '../../postgres/connect.ts';
import { fitSplits } from '../../ledger/transaction-splits.ts';
import { insertRuleWork } from '../../rules/store/rule-work.ts';
import { moveClaims } from '../match/make-room.ts';
import { createRowAccounts } from './row-accounts.ts';
import { bookPending } from './book-pending.ts';
import { mergedCurrency } from './claims.ts';
import { createTags, resolveCategories } from './row-names.ts';
import type { CsvScope, OnWritten, Written } from './scope.ts';
import { homeCurrency, IMPORT_SOURCE, ofImport } from './scope.ts';
import { joinWhole, ofHousehold } from '../../postgres/plans.ts';

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
