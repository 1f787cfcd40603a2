import type { Tx } from '../../../db/connect.ts';
import { handOn } from '../../match/make-room.ts';
import { createRowAccounts } from './row-accounts.ts';
import { createTags, resolveCategories } from './row-names.ts';
import type { CsvScope, Written } from './scope.ts';
import { IMPORT_SOURCE, NAMELESS, ofImport } from './scope.ts';

/** Writes judged rows: new transactions, and what updates add to existing ones. */
export async function writeTransactions(tx: Tx, scope: CsvScope): Promise<Written> {
  await handOn(tx, scope);
  const accounts = await createRowAccounts(tx, scope);
  const categories = await resolveCategories(tx, scope);
  const tags = await createTags(tx, scope);
  const created = await insertNew(tx, scope);
  const updated = await applyUpdates(tx, scope);
  return {
    created: { transactions: created, accounts, categories, tags },
    updated: { transactions: updated },
  };
}

async function insertNew(tx: Tx, scope: CsvScope): Promise<number> {
  const inserted = await tx`
    insert into transactions (
      id, household_id, account_id, date, amount, currency, name, notes, category_id, source, import_id, import_name,
      import_date, import_external_id)
    select r.record_id, r.household_id, r.account_id, r.date, r.amount, coalesce(r.currency, a.currency, h.currency),
      coalesce(r.name, ${NAMELESS}), r.notes, c.category_id, ${IMPORT_SOURCE}, r.import_id,
      coalesce(r.name, ${NAMELESS}), r.date, r.more ->> 'external_id'
    from import_rows r
    join accounts a on a.household_id = r.household_id and a.id = r.account_id
    join households h on h.id = r.household_id
    left join import_categories c on c.text = r.category
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select distinct r.household_id, r.record_id, g.id
    from import_rows r
    cross join lateral unnest(r.tags) tag
    join tags g on g.household_id = r.household_id and g.name = tag
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  return inserted.count;
}

/** Fills in what updates bring and their transactions lack: what a person locked stays. */
async function applyUpdates(tx: Tx, scope: CsvScope): Promise<number> {
  const filled = await tx`
    update transactions t
    set category_id = case
          when t.locked_attributes ? 'category_id' then t.category_id
          else coalesce(t.category_id, c.category_id)
        end,
        notes = case
          when t.locked_attributes ? 'notes' then t.notes
          else coalesce(nullif(t.notes, ''), r.notes, t.notes)
        end,
        updated_at = now()
    from import_rows r
    left join import_categories c on c.text = r.category
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and t.household_id = r.household_id
      and t.id = r.of_id`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select distinct r.household_id, t.id, g.id
    from import_rows r
    join transactions t on t.household_id = r.household_id and t.id = r.of_id
    cross join lateral unnest(r.tags) tag
    join tags g on g.household_id = r.household_id and g.name = tag
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and not t.locked_attributes ? 'tag_ids'
    on conflict do nothing`;
  return filled.count;
}
