import type { AnySql, Tx } from '../postgres/connect.ts';
import { DEFAULT_CATEGORIES } from '#preflight/records/default-categories';
import { byName, readPage } from '../postgres/page.ts';
import type { Page, PageRequest } from '../postgres/page.ts';

export interface Category {
  id: string;
  parentId: string | null;
  name: string;
  color: string;
  classification: 'expense' | 'income';
  icon: string;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of a household's categories by name. */
export async function listCategories(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
): Promise<Page<Category>> {
  const matching = sql`from categories where household_id = ${householdId}`;
  return readPage(
    sql,
    page,
    matching,
    byName('categories'),
    ({ keys, window }) => sql<Category[]>`
    select id, parent_id, name, color, classification, icon,
      created_at, updated_at, ${keys}
    ${matching}
    ${window}`,
  );
}

/**
 * Adds the starter categories that the household has no category of that name for; those that it has stay as they are.
 * Returns the household's categories of these names, parents first.
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
  // Under a category of the household's own that has the parent's name, but is a child itself, they come to the top.
  await tx`
    insert into categories (household_id, parent_id, name, icon, color, classification)
    select p.household_id, case when p.parent_id is null then p.id end, child.name, child.icon, p.color, p.classification
    from unnest(
      ${children.map(({ parent }) => parent)}::text[], ${children.map(({ name }) => name)}::text[],
      ${children.map(({ icon }) => icon)}::text[]
    ) as child (parent, name, icon)
    join categories p on p.household_id = ${householdId} and p.name = child.parent
    on conflict (household_id, name) do nothing`;
  const names = [...parents, ...children].map(({ name }) => name);
  return tx<Category[]>`
    select id, parent_id, name, color, classification, icon,
      created_at, updated_at
    from categories
    where household_id = ${householdId}
      and name = any(${names}::text[])
    order by array_position(${names}::text[], name)`;
}
