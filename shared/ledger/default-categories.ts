import type { Tx } from '../postgres/connect.ts';
import { DEFAULT_CATEGORIES } from '#preflight/records/default-categories';
import { valueTable } from '../postgres/value-table.ts';
import { namedColumns } from './named-records.ts';
import type { Category } from './named-records.ts';

/**
 * Adds the starter categories whose names the household does not use yet; existing ones stay as they are. Returns the household's
 * categories with these names, parents first.
 */
export async function insertDefaultCategories(tx: Tx, householdId: string): Promise<Category[]> {
  const parents = DEFAULT_CATEGORIES.map(({ classification = 'expense', ...parent }) => ({
    household_id: householdId,
    name: parent.name,
    color: parent.color,
    icon: parent.icon,
    classification,
  }));
  await tx`
    insert into categories ${tx(parents)}
    on conflict (household_id, name) do nothing`;
  const children = DEFAULT_CATEGORIES.flatMap((parent) =>
    (parent.children ?? []).map(([name, icon]) => ({ parent: parent.name, name, icon })),
  );
  // Become top-level categories if the household's own category with the parent's name is itself a child.
  await tx`
    insert into categories (household_id, parent_id, name, icon, color, classification)
    select p.household_id, case when p.parent_id is null then p.id end, child.name, child.icon, p.color, p.classification
    from ${valueTable(tx, 'child', children, { parent: 'text', name: 'text', icon: 'text' })}
    join categories p on p.household_id = ${householdId} and p.name = child.parent
    on conflict (household_id, name) do nothing`;
  const names = [...parents, ...children].map(({ name }) => name);
  return tx<Category[]>`
    select ${namedColumns(tx, 'categories')}
    from categories
    where household_id = ${householdId}
      and name = any(${names}::text[])
    order by array_position(${names}::text[], name)`;
}
