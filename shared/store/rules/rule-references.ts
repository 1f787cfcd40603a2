import type { AnySql } from '../../db/connect.ts';
import type { RuleReference } from '../../rules/references.ts';

/** Those of a rule's references that name no record of the household, a foreign one included. */
export async function listMissingReferences(
  sql: AnySql,
  householdId: string,
  references: readonly RuleReference[],
): Promise<RuleReference[]> {
  if (references.length === 0) return [];
  const ids = [...new Set(references.map(({ value }) => value.toLowerCase()))];
  const found = await sql<{ kind: string; id: string }[]>`
    select 'account' as kind, id from accounts where household_id = ${householdId} and id = any(${ids}::uuid[])
    union all
    select 'category', id from categories where household_id = ${householdId} and id = any(${ids}::uuid[])
    union all
    select 'merchant', id from merchants where household_id = ${householdId} and id = any(${ids}::uuid[])
    union all
    select 'tag', id from tags where household_id = ${householdId} and id = any(${ids}::uuid[])`;
  const known = new Set(found.map(({ kind, id }) => `${kind} ${id}`));
  return references.filter(({ kind, value }) => !known.has(`${kind} ${value.toLowerCase()}`));
}
