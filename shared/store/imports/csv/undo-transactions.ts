import type { Tx } from '../../../db/connect.ts';
import { dissolveTransfers } from '../../ledger/transaction-removal.ts';
import { isClaimedByOther } from './claims.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';
import type { Undone } from './undo-records.ts';

/**
 * Removes the transactions that the import created, except those that belong to others since: a person edited or
 * split them, a bank took them over, or another import claims them.
 */
export async function removeTransactions(tx: Tx, scope: CsvScope): Promise<Undone> {
  const { householdId, importId } = scope;
  const kept = await tx<Undone['kept'][number][]>`
    select 'transactions' as kind, t.id, r.line,
      case
        when t.source = 'provider' then 'adopted'
        when claimed.by_other then 'claimed'
        else 'edited'
      end as reason
    from import_rows r
    join transactions t on t.household_id = r.household_id and t.id = r.record_id
    cross join lateral (select ${isClaimedByOther(tx, scope, tx`t.id`)} as by_other) claimed
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
      and t.removed_at is null
      and (t.source = 'provider' or t.locked_attributes <> '{}' or t.is_split_parent or claimed.by_other)
    order by r.line`;
  const keptIds = kept.map(({ id }) => id);
  const paired = await tx<{ id: string }[]>`
    select t.id
    from transactions t
    where t.household_id = ${householdId}
      and t.id <> all(${keptIds}::uuid[])
      and t.id in (
        select inflow_transaction_id from transfers where household_id = ${householdId}
        union all
        select outflow_transaction_id from transfers where household_id = ${householdId}
      )
      and exists (
        select 1
        from import_rows r
        where ${ofImport(tx, scope)}
          and r.record_id = t.id
          and r.verdict = 'new'
      )`;
  if (paired.length > 0) {
    await dissolveTransfers(
      tx,
      householdId,
      paired.map(({ id }) => id),
      new Date(),
    );
  }
  const removed = await tx`
    delete from transactions t
    using import_rows r
    where r.household_id = ${householdId}
      and r.import_id = ${importId}
      and r.verdict = 'new'
      and t.household_id = r.household_id
      and t.id = r.record_id
      and t.id <> all(${keptIds}::uuid[])`;
  return { kept, count: removed.count };
}

/**
 * Restores what updates filled in, where it still is as the import left it. What a person, a rule or the bank has
 * changed since stays, and the result names it.
 */
export async function restoreTransactions(tx: Tx, scope: CsvScope): Promise<Undone> {
  const { householdId, importId } = scope;
  const kept = await tx<Undone['kept'][number][]>`
    select 'transactions' as kind, t.id, e.line,
      case when t.locked_attributes <> '{}' then 'edited' else 'changed' end as reason
    from import_effects e
    join transactions t on t.household_id = e.household_id and t.id = e.record_id
    where e.household_id = ${householdId}
      and e.import_id = ${importId}
      and e.kind = 'transactions'
      and (
        (e.after ? 'category_id' and t.category_id::text is distinct from e.after ->> 'category_id')
        or (e.after ? 'notes' and t.notes is distinct from e.after ->> 'notes')
        or t.locked_attributes ?| array(select jsonb_object_keys(e.after))
      )
    order by e.line`;
  await tx`
    delete from transaction_tags tt
    using import_effects e
    join transactions t on t.household_id = e.household_id and t.id = e.record_id
    where e.household_id = ${householdId}
      and e.import_id = ${importId}
      and e.kind = 'transactions'
      and e.after ? 'tag_ids'
      and not t.locked_attributes ? 'tag_ids'
      and tt.transaction_id = t.id
      and e.after -> 'tag_ids' ? tt.tag_id::text`;
  const stands = (name: 'category_id' | 'notes') => tx`
    (e.after ? ${name} and t.${tx(name)}::text is not distinct from e.after ->> ${name}
      and not t.locked_attributes ? ${name})`;
  const restored = await tx`
    update transactions t
    set category_id = case
          when ${stands('category_id')} then (e.before ->> 'category_id')::uuid
          else t.category_id
        end,
        notes = case when ${stands('notes')} then e.before ->> 'notes' else t.notes end,
        updated_at = now()
    from import_effects e
    where e.household_id = ${householdId}
      and e.import_id = ${importId}
      and e.kind = 'transactions'
      and t.household_id = e.household_id
      and t.id = e.record_id`;
  return { kept, count: restored.count };
}
