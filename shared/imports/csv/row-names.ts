import type { Fragment, Tx } from '../../postgres/connect.ts';
import { ofHousehold } from '../../postgres/plans.ts';
import { createTemporaryTables } from '../../postgres/temporary-tables.ts';
import { valueTable } from '../../postgres/value-table.ts';
import type { CsvScope } from './scope.ts';
import { ofImport } from './scope.ts';

/** A category as a file names it: alone, or `Group: Category`. */
interface CategoryText {
  text: string;
  parent: string | null;
  name: string;
}

/** `Group: Category` is parent and child; a group named like its category is that category alone. */
function splitCategory(text: string): CategoryText {
  const at = 1 + text.slice(1).search(/:\s/);
  const [parent, name] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
  if (parent === '' || name === '') return { text, parent: null, name: text };
  return { text, parent: parent === name ? null : parent, name };
}

/**
 * Finds or creates the categories that transactions take from rows, and stores them in `import_categories (text, category_id)` for joins.
 * A category named exactly like the text wins over a parent and child. Returns how many were created.
 */
export async function resolveCategories(tx: Tx, scope: CsvScope): Promise<number> {
  const { householdId } = scope;
  await createTemporaryTables(tx, {
    import_categories: `
      text text not null,
      category_id uuid not null`,
  });
  const texts = await listCategoryTexts(tx, scope);
  const wanted = texts.filter(({ isKnown }) => !isKnown).map(({ text }) => splitCategory(text));
  const parents = wanted.flatMap(({ parent: name }) =>
    name === null ? [] : { name, parent: null },
  );
  const made = await insertCategories(tx, scope, parents);
  const madeChildren = await insertCategories(tx, scope, wanted);
  const named = [
    ...texts.filter(({ isKnown }) => isKnown).map(({ text }) => ({ text, name: text })),
    ...wanted,
  ];
  await tx`
    insert into import_categories (text, category_id)
    select w.text, c.id
    from ${valueTable(tx, 'w', named, { text: 'text', name: 'text' })}
    join categories c on c.household_id = ${householdId} and c.name = w.name`;
  await tx.unsafe('analyze import_categories');
  return made + madeChildren;
}

/** Whether a value of the row `r` is written: to a new transaction, or to the stored one `t` if that takes it. */
const isTaken = (tx: Tx, { householdId }: CsvScope, takes: Fragment) => tx`(
  r.verdict = 'new'
  or (r.verdict = 'update' and exists (
    select 1
    from transactions t
    where t.${ofHousehold(tx, householdId)}
      and t.id = r.of_id
      and ${takes}
    offset 0
  ))
)`;

/** The category texts that are written, and whether the household has a category of that name. */
async function listCategoryTexts(tx: Tx, scope: CsvScope) {
  return tx<{ text: string; isKnown: boolean }[]>`
    select named.text, exists (
        select 1
        from categories c
        where c.household_id = ${scope.householdId}
          and c.name = named.text
      ) as is_known
    from (
      select distinct r.category as text
      from import_rows r
      where ${ofImport(tx, scope)}
        and ${isTaken(tx, scope, tx`t.category_id is null and not t.locked_attributes ? 'category_id'`)}
        and r.category is not null
    ) named
    order by named.text`;
}

/** Inserts missing categories; returns how many. One that has a parent is not used as a parent: there are two levels. */
async function insertCategories(
  tx: Tx,
  scope: CsvScope,
  wanted: readonly { name: string; parent: string | null }[],
): Promise<number> {
  if (wanted.length === 0) return 0;
  const made = await tx`
    insert into categories (household_id, name, parent_id)
    select distinct on (w.name) ${scope.householdId}::uuid, w.name, p.id
    from unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ parent }) => parent)}::text[])
      with ordinality as w (name, parent, place)
    left join categories p
      on p.household_id = ${scope.householdId}
      and p.name = w.parent
      and p.parent_id is null
    order by w.name, w.place
    on conflict (household_id, name) do nothing`;
  return made.count;
}

/** Creates the tags that are written and the household lacks. Returns how many, and whether any are written at all. */
export async function createTags(
  tx: Tx,
  scope: CsvScope,
): Promise<{ named: boolean; created: number }> {
  const names = await tx<{ name: string }[]>`
    select distinct tag as name
    from import_rows r
    cross join lateral unnest(r.tags) tag
    where ${ofImport(tx, scope)}
      and r.tags <> '{}'
      and ${isTaken(tx, scope, tx`not t.locked_attributes ? 'tag_ids'`)}`;
  if (names.length === 0) return { named: false, created: 0 };
  const made = await tx`
    insert into tags (household_id, name)
    select ${scope.householdId}::uuid, name
    from unnest(${names.map(({ name }) => name)}::text[]) name
    on conflict (household_id, name) do nothing`;
  return { named: true, created: made.count };
}
