import type { Tx } from '../../postgres/connect.ts';
import { copiedColumns } from '../../ledger/record-columns.ts';
import { requireNamed } from './adopt-references.ts';
import { mapped, matchById, rememberIds, requireFit, requireFree } from './scope.ts';
import type { Apply, ImportScope } from './scope.ts';
import { STAGES } from './stages.ts';

/** Kinds of record whose name is unique in the household. */
type NamedType = 'Category' | 'Tag' | 'Merchant';

async function applyNamed(tx: Tx, scope: ImportScope, type: NamedType) {
  const [target, stage] = [tx(STAGES[type].target), tx(STAGES[type].table)];
  const copied = copiedColumns(type);
  const superseded = await matchById(tx, scope, type);
  await requireFree(tx, scope, type, ['name'], {
    reason: 'name_taken',
    message: 'the household already has this name',
  });
  const updated = await tx`
    update ${target} t
    set ${tx.unsafe(copied.fromStage)}, updated_at = now()
    from ${stage} s
    where s.known
      and t.id = s.id
      and t.household_id = ${scope.householdId}`;
  const created = await tx`
    insert into ${target} (id, household_id, ${tx.unsafe(copied.names)})
    select s.id, ${scope.householdId}, ${tx.unsafe(copied.staged)}
    from ${stage} s
    where not s.known`;
  await rememberIds(tx, scope, type);
  return { created: created.count, updated: updated.count + superseded };
}

export const applyTags: Apply = (tx, scope) => applyNamed(tx, scope, 'Tag');
export const applyMerchants: Apply = (tx, scope) => applyNamed(tx, scope, 'Merchant');

/** Categories, then their parents in a second pass: a parent may come anywhere in the chunk. */
export const applyCategories: Apply = async (tx, scope) => {
  const counts = await applyNamed(tx, scope, 'Category');
  await requireNamed(tx, scope, 'Category');
  await tx`
    update categories c
    set parent_id = m.record_id
    from stage_categories s
    ${mapped(tx, scope, 'Category', 'parent_ref')}
    where c.id = s.id
      and c.household_id = ${scope.householdId}
      and c.parent_id is distinct from m.record_id`;
  await requireFit(
    tx,
    'Category',
    'invalid_parent',
    'categories have at most two levels',
    tx`
    select s.line, 1 as place, 'parent_id' as field, s.parent_ref as value
    from stage_categories s
    join categories c on c.id = s.id
    join categories parent on parent.id = c.parent_id
    where parent.parent_id is not null
      or parent.id = c.id
      -- Children from earlier chunks; those of this chunk are reported on their own lines.
      or exists (
        select 1
        from categories child
        where child.household_id = ${scope.householdId}
          and child.parent_id = c.id
          and not exists (
            select 1
            from stage_categories other
            where other.id = child.id
          )
      )`,
  );
  return counts;
};
