import type { Fragment, Tx } from '../../postgres/connect.ts';
import { jsonParameter } from '../../postgres/json-parameter.ts';
import type { RowError } from '#preflight/rows/import-row';
import { isJudged, updateVerdicts } from './claims.ts';
import { colorOf, judgeByName } from './named-records.ts';
import type { CsvScope, Publisher, Written } from './scope.ts';
import { RunFailedError } from '../../queue/runs/run-kind.ts';
import { ofImport } from './scope.ts';

/**
 * What the file says about the category of the row `r`, as `said`; null where it says nothing. Later rows of a name win, and keep
 * what they leave out.
 */
function said(tx: Tx, scope: CsvScope): Fragment {
  const last = (column: Fragment) =>
    tx`first_value(${column}) over (partition by r.name order by ${column} is null, r.line desc)`;
  return tx`
  join (
    select r.line, ${last(colorOf(tx))} as color, ${last(tx`r.more ->> 'icon'`)} as icon,
      ${last(tx`r.more ->> 'parent_category'`)} as parent
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict in ('new', 'duplicate', 'update')
  ) said on said.line = r.line`;
}

/** A row for an existing category is an update if it describes the category differently. Later rows win. */
async function judge(tx: Tx, scope: CsvScope): Promise<void> {
  await judgeByName(tx, scope, 'categories', 'last');
  const judged = tx`
    select distinct on (c.id) r.line, 'update' as verdict, r.of_id, r.certainty
    from import_rows r
    join categories c on c.household_id = r.household_id and c.id = r.of_id
    left join categories p on p.household_id = c.household_id and p.id = c.parent_id
    ${said(tx, scope)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'duplicate'
      and (
        (said.color is not null and said.color <> c.color)
        or (said.icon is not null and said.icon <> c.icon)
        or (said.parent is not null and said.parent is distinct from p.name)
      )
    order by c.id, r.line desc`;
  await updateVerdicts(tx, scope, judged);
  await markDeep(tx, scope);
}

const TWO_LEVELS = 'Categories have at most two levels: a parent cannot have a parent itself.';

/** Marks rows as invalid that would put their category, or children that it keeps, on a third level. */
async function markDeep(tx: Tx, scope: CsvScope): Promise<void> {
  const error: RowError = {
    code: 'invalid_category_parent',
    message: TWO_LEVELS,
    field: 'parent_category',
  };
  await tx`
    with linked as materialized (
      select r.line, r.name, said.parent
      from import_rows r
      ${said(tx, scope)}
      where ${ofImport(tx, scope)}
        and said.parent is not null
    )
    update import_rows r
    set verdict = 'invalid', of_id = null, certainty = null, errors = r.errors || ${jsonParameter(tx, [error])}::jsonb
    from linked
    where ${isJudged(tx, scope)}
      and r.line = linked.line
      and r.more ->> 'parent_category' = linked.parent
      and (
        linked.parent in (select name from linked)
        or exists (
          select 1
          from categories parent
          where parent.household_id = r.household_id
            and parent.name = linked.parent
            and parent.parent_id is not null
        )
        or exists (
          select 1
          from categories c
          join categories child on child.household_id = c.household_id and child.parent_id = c.id
          where c.household_id = r.household_id
            and c.name = linked.name
            -- The file moves the others, or they are marked themselves.
            and child.name not in (select name from linked)
        )
      )`;
}

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const inserted = await tx`
    insert into categories (id, household_id, name, color, icon)
    select r.record_id, r.household_id, r.name, coalesce(said.color, '#737373'), coalesce(said.icon, 'shapes')
    from import_rows r
    ${said(tx, scope)}
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'`;
  const parents = await tx`
    insert into categories (household_id, name)
    select distinct r.household_id, said.parent
    from import_rows r
    ${said(tx, scope)}
    where ${ofImport(tx, scope)}
      and r.verdict in ('new', 'update')
      and said.parent is not null
    on conflict (household_id, name) do nothing`;
  const updated = await applyUpdates(tx, scope);
  await tx`
    update categories c
    set parent_id = p.id
    from import_rows r
    ${said(tx, scope)}
    join categories p on p.household_id = r.household_id and p.name = said.parent
    where ${ofImport(tx, scope)}
      and r.verdict = 'new'
      and c.household_id = r.household_id
      and c.id = r.record_id`;
  await requireTwoLevels(tx, scope);
  return {
    created: { categories: inserted.count + parents.count },
    updated: { categories: updated },
  };
}

async function applyUpdates(tx: Tx, scope: CsvScope): Promise<number> {
  const result = await tx`
    update categories c
    set color = coalesce(said.color, c.color),
        icon = coalesce(said.icon, c.icon),
        parent_id = coalesce(p.id, c.parent_id),
        updated_at = now()
    from import_rows r
    ${said(tx, scope)}
    left join categories p on p.household_id = r.household_id and p.name = said.parent
    where ${ofImport(tx, scope)}
      and r.verdict = 'update'
      and c.household_id = r.household_id
      and c.id = r.of_id`;
  return result.count;
}

/** Throws RunFailedError if categories would have more than two levels. */
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
  throw new RunFailedError({
    code: 'invalid_rows',
    message: TWO_LEVELS,
    lines: deep.map(({ line }) => line),
  });
}

/** Publishes rows of CategoryImport, identified by name; what a row leaves out stays as it is. */
export const categories: Publisher = { judge, write };
