import type { AnySql } from '../../postgres/connect.ts';
import { listReferences, type RuleReference } from '#preflight/rules/references';
import type { RuleDraft } from '#preflight/rules/rule';
import { isUuid } from '#preflight/uuid';

/** Those of a rule's references that do not refer to a record of the household, including ones to foreign records. */
export async function listMissingReferences(
  sql: AnySql,
  householdId: string,
  references: readonly RuleReference[],
): Promise<RuleReference[]> {
  if (references.length === 0) return [];
  const known = await listKnown(sql, householdId, references);
  return references.filter(({ kind, value }) => !known.has(`${kind} ${value.toLowerCase()}`));
}

/** The household's records that rules refer to, each as its kind, a space and its id. */
export async function listExistingReferences(
  sql: AnySql,
  householdId: string,
  rules: readonly Pick<RuleDraft, 'conditions' | 'actions'>[],
): Promise<Set<string>> {
  const references = rules.flatMap(listReferences).filter(({ value }) => isUuid(value));
  return references.length === 0 ? new Set() : listKnown(sql, householdId, references);
}

async function listKnown(sql: AnySql, householdId: string, references: readonly RuleReference[]) {
  const ids = [...new Set(references.map(({ value }) => value.toLowerCase()))];
  const found = await sql<{ kind: string; id: string }[]>`
    select 'account' as kind, id from accounts where household_id = ${householdId} and id = any(${ids}::uuid[])
    union all
    select 'category', id from categories where household_id = ${householdId} and id = any(${ids}::uuid[])
    union all
    select 'merchant', id from merchants where household_id = ${householdId} and id = any(${ids}::uuid[])
    union all
    select 'tag', id from tags where household_id = ${householdId} and id = any(${ids}::uuid[])`;
  return new Set(found.map(({ kind, id }) => `${kind} ${id}`));
}
