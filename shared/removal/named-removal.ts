import type { Tx } from '../postgres/connect.ts';
import { deleteRow, lockRows } from '../postgres/household-rows.ts';
import { countUses, replaceReferences } from './replace-references.ts';
import type { Replaced, Uses } from './replace-references.ts';

/** What happens to references to a record when it is deleted. */
export type Removal = Pick<Replaced, 'table' | 'householdId' | 'fromId' | 'now'> &
  ({ intoId: string } | { intoId: null; clears: boolean });

/** Why a record was not deleted. `uses`: what refers to it, or did before a successful deletion. */
export type RemovalEnd =
  | { end: 'removed'; uses: Uses }
  | { end: 'in_use'; uses: Uses }
  | { end: 'unknown' }
  | { end: 'unknown_into' }
  | { end: 'three_levels' };

/**
 * Deletes a category, tag or merchant. Its references are moved to `intoId`, or removed if the caller clears them; otherwise a
 * record in use stays. Waits for imports that use it. Throws BudgetCurrenciesError.
 */
export async function removeNamed(tx: Tx, removal: Removal): Promise<RemovalEnd> {
  const { table, householdId, fromId, intoId } = removal;
  const ids = intoId === null ? [fromId] : [fromId, intoId];
  const found = await lockRows(tx, table, householdId, ids);
  if (!found.has(fromId)) return { end: 'unknown' };
  if (intoId !== null && !found.has(intoId)) return { end: 'unknown_into' };
  const uses = await countUses(tx, removal);
  if (intoId === null && !removal.clears && Object.keys(uses).length > 0) {
    return { end: 'in_use', uses };
  }
  if (table === 'categories' && intoId !== null && !(await makeRoomForChildren(tx, removal))) {
    return { end: 'three_levels' };
  }
  await replaceReferences(tx, { ...removal, intoId });
  await deleteRow(tx, table, householdId, fromId);
  return { end: 'removed', uses };
}

/** A child that takes its parent's place moves to the top level. False if children would become children of a child. */
async function makeRoomForChildren(tx: Tx, { householdId, fromId, now, ...removal }: Removal) {
  const { intoId } = removal;
  await tx`
    update categories
    set parent_id = null,
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${intoId}
      and parent_id = ${fromId}`;
  const deep = await tx`
    select 1
    from categories child
    join categories target on target.household_id = child.household_id and target.id = ${intoId}
    where child.household_id = ${householdId}
      and child.parent_id = ${fromId}
      and target.parent_id is not null
    limit 1`;
  return deep.length === 0;
}
