import type { AnySql } from '../postgres/connect.ts';
import type { NamedTable } from './named-records.ts';

/** The names that a household uses, unique within each kind. */
export type TaxonomyNames = Record<NamedTable, string[]>;

/** All category, tag and merchant names of a household, in one statement. */
export async function listTaxonomyNames(sql: AnySql, householdId: string): Promise<TaxonomyNames> {
  const rows = await sql<{ kind: NamedTable; name: string }[]>`
    select 'categories' as kind, name
    from categories
    where household_id = ${householdId}
    union all
    select 'tags', name
    from tags
    where household_id = ${householdId}
    union all
    select 'merchants', name
    from merchants
    where household_id = ${householdId}`;
  const names: TaxonomyNames = { categories: [], tags: [], merchants: [] };
  for (const { kind, name } of rows) names[kind].push(name);
  return names;
}
