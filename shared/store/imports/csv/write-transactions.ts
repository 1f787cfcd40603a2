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
      import_date)
    select r.record_id, r.household_id, r.account_id, r.date, r.amount, coalesce(r.currency, a.currency, h.currency),
      coalesce(r.name, ${NAMELESS}), r.notes, c.category_id, ${IMPORT_SOURCE}, r.import_id,
      coalesce(r.name, ${NAMELESS}), r.date
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

/** Records the images of what updates fill in, before and after, then fills it in. */
async function applyUpdates(tx: Tx, scope: CsvScope): Promise<number> {
  const { householdId, importId } = scope;
  const noted = await tx`
    insert into import_effects (household_id, import_id, kind, record_id, line, before, after)
    select r.household_id, r.import_id, 'transactions', t.id, r.line,
      case when brought.category then jsonb_build_object('category_id', t.category_id) else '{}' end
        || case when brought.notes then jsonb_build_object('notes', t.notes) else '{}' end,
      case when brought.category then jsonb_build_object('category_id', c.category_id) else '{}' end
        || case when brought.notes then jsonb_build_object('notes', r.notes) else '{}' end
        || case when brought.tags is null then '{}' else jsonb_build_object('tag_ids', brought.tags) end
    from import_rows r
    join transactions t on t.household_id = r.household_id and t.id = r.of_id
    left join import_categories c on c.text = r.category
    cross join lateral (
      select
        c.category_id is not null and t.category_id is null and not t.locked_attributes ? 'category_id' as category,
        r.notes is not null and coalesce(t.notes, '') = '' and not t.locked_attributes ? 'notes' as notes,
        case when not t.locked_attributes ? 'tag_ids' then (
          select jsonb_agg(g.id)
          from tags g
          where g.household_id = r.household_id
            and g.name = any(r.tags)
            and not exists (
              select 1
              from transaction_tags tt
              where tt.transaction_id = t.id
                and tt.tag_id = g.id
            )
        ) end as tags
    ) brought
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'`;
  if (noted.count === 0) return 0;
  await tx`
    update transactions t
    set category_id = case when e.after ? 'category_id' then (e.after ->> 'category_id')::uuid else t.category_id end,
        notes = case when e.after ? 'notes' then e.after ->> 'notes' else t.notes end,
        updated_at = now()
    from import_effects e
    where e.household_id = ${householdId}
      and e.import_id = ${importId}
      and e.kind = 'transactions'
      and t.household_id = e.household_id
      and t.id = e.record_id`;
  await tx`
    insert into transaction_tags (household_id, transaction_id, tag_id)
    select e.household_id, e.record_id, tag::uuid
    from import_effects e
    cross join lateral jsonb_array_elements_text(e.after -> 'tag_ids') tag
    where e.household_id = ${householdId}
      and e.import_id = ${importId}
      and e.kind = 'transactions'
    on conflict do nothing`;
  return noted.count;
}
