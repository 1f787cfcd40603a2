import type { Tx } from '../../../db/connect.ts';
import { updateVerdicts } from './claims.ts';
import { colorOf, judgeByName, removeNamed } from './named-records.ts';
import type { Publisher } from './publisher.ts';
import type { CsvScope, Written } from './scope.ts';
import { noteCreated, ofImport, UnpublishableError } from './scope.ts';
import type { Undone } from './undo-records.ts';

/** What a row says of the category `c`; null where it says nothing. */
const said = (tx: Tx) => tx`
  cross join lateral (
    select ${colorOf(tx)} as color, r.more ->> 'icon' as icon, r.more ->> 'parent_category' as parent
  ) said`;

/** An existing category is an update when the row describes it differently. Later rows win. */
async function judge(tx: Tx, scope: CsvScope): Promise<void> {
  await judgeByName(tx, scope, 'categories', 'last');
  await updateVerdicts(
    tx,
    scope,
    tx`
    select distinct on (c.id) r.line, 'update' as verdict, r.of_id, r.certainty
    from import_rows r
    join categories c on c.household_id = r.household_id and c.id = r.of_id
    left join categories p on p.household_id = c.household_id and p.id = c.parent_id
    ${said(tx)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'duplicate'
      and (
        (said.color is not null and said.color <> c.color)
        or (said.icon is not null and said.icon <> c.icon)
        or (said.parent is not null and said.parent is distinct from p.name)
      )
    order by c.id, r.line desc`,
  );
}

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const inserted = await tx`
    insert into categories (id, household_id, name, color, icon)
    select r.record_id, r.household_id, r.name, coalesce(said.color, '#737373'), coalesce(said.icon, 'shapes')
    from import_rows r
    ${said(tx)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  const parents = await tx<{ id: string }[]>`
    insert into categories (household_id, name)
    select distinct r.household_id, r.more ->> 'parent_category'
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict in ('new', 'update')
      and r.more ->> 'parent_category' is not null
    on conflict (household_id, name) do nothing
    returning id`;
  const ids = parents.map(({ id }) => id);
  await noteCreated(tx, scope, 'categories', ids);
  const updated = await applyUpdates(tx, scope);
  await tx`
    update categories c
    set parent_id = p.id
    from import_rows r
    join categories p on p.household_id = r.household_id and p.name = r.more ->> 'parent_category'
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
      and c.household_id = r.household_id
      and c.id = r.record_id`;
  await requireTwoLevels(tx, scope);
  return {
    created: { categories: inserted.count + ids.length },
    updated: { categories: updated },
  };
}

async function applyUpdates(tx: Tx, { householdId, importId }: CsvScope): Promise<number> {
  const noted = await tx`
    insert into import_effects (household_id, import_id, kind, record_id, line, before, after)
    select r.household_id, r.import_id, 'categories', c.id, r.line,
      jsonb_build_object('color', c.color, 'icon', c.icon, 'parent_id', c.parent_id),
      jsonb_build_object('color', coalesce(said.color, c.color), 'icon', coalesce(said.icon, c.icon),
        'parent_id', coalesce(p.id, c.parent_id))
    from import_rows r
    join categories c on c.household_id = r.household_id and c.id = r.of_id
    ${said(tx)}
    left join categories p on p.household_id = r.household_id and p.name = said.parent
    where ${ofImport(tx, { householdId, importId })}
      and r.verdict = 'update'`;
  await putImages(tx, { householdId, importId }, 'after');
  return noted.count;
}

/** Sets updated categories to one of their two images; to the old one only where the new one is unchanged. */
async function putImages(
  tx: Tx,
  { householdId, importId }: CsvScope,
  image: 'before' | 'after',
): Promise<number> {
  const stands =
    image === 'after'
      ? tx``
      : tx`and jsonb_build_object('color', c.color, 'icon', c.icon, 'parent_id', c.parent_id) = e.after`;
  const result = await tx`
    update categories c
    set color = e.${tx(image)} ->> 'color',
        icon = e.${tx(image)} ->> 'icon',
        parent_id = (e.${tx(image)} ->> 'parent_id')::uuid,
        updated_at = now()
    from import_effects e
    where e.household_id = ${householdId}
      and e.import_id = ${importId}
      and e.kind = 'categories'
      and e.before is not null
      and c.household_id = e.household_id
      and c.id = e.record_id
      ${stands}`;
  return result.count;
}

/** Throws UnpublishableError when a category would have a parent that has one itself. */
async function requireTwoLevels(tx: Tx, scope: CsvScope): Promise<void> {
  const deep = await tx<{ line: number }[]>`
    select r.line
    from import_rows r
    join categories c
      on c.household_id = r.household_id
      and c.id = coalesce(r.of_id, r.record_id)
    join categories p on p.household_id = c.household_id and p.id = c.parent_id
    where ${ofImport(tx, scope)}
      and r.verdict in ('new', 'update')
      and (
        p.parent_id is not null
        or exists (
          select 1
          from categories child
          where child.household_id = c.household_id
            and child.parent_id = c.id
        )
      )
    order by r.line
    limit 100`;
  if (deep.length === 0) return;
  throw new UnpublishableError({
    code: 'invalid_rows',
    message: 'Categories have at most two levels: a parent cannot have a parent itself.',
    lines: deep.map(({ line }) => line),
  });
}

async function restore(tx: Tx, scope: CsvScope): Promise<Undone> {
  const count = await putImages(tx, scope, 'before');
  const kept = await tx<Undone['kept'][number][]>`
    select 'categories' as kind, c.id, e.line, 'changed' as reason
    from import_effects e
    join categories c on c.household_id = e.household_id and c.id = e.record_id
    where e.household_id = ${scope.householdId}
      and e.import_id = ${scope.importId}
      and e.kind = 'categories'
      and e.before is not null
      and jsonb_build_object('color', c.color, 'icon', c.icon, 'parent_id', c.parent_id) <> e.before
    order by e.line`;
  return { kept, count };
}

/** Publishes rows of CategoryImport, identified by name; what a row leaves out stays as it is. */
export const categories: Publisher = {
  table: 'categories',
  judge,
  write,
  remove: (tx, scope) => removeNamed(tx, scope, 'categories'),
  restore,
};
