import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../../postgres/connect.ts';
import type { ResourceType, RuleAction, RuleCondition, RuleDraft } from '#preflight/rules/rule';
import { oldestFirst, readPage } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';
import {
  actionDocuments,
  conditionDocuments,
  partsParameter,
  partsTime,
  readActions,
  readConditions,
} from './rule-parts.ts';
import type { ActionDocument, ConditionDocument } from './rule-parts.ts';

/** What a rule is beside its conditions and actions. */
interface RuleHead {
  readonly id: string;
  readonly resourceType: ResourceType;
  readonly active: boolean;
  readonly name: string | null;
  readonly effectiveDate: string | null;
  readonly priority: number;
  readonly stop: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface StoredRule extends RuleHead {
  readonly conditions: readonly RuleCondition[];
  readonly actions: readonly RuleAction[];
  readonly conditionDocuments: readonly ConditionDocument[];
  readonly actionDocuments: readonly ActionDocument[];
}

/** A rule for a list: its parts are JSON text that goes out as it is, its times what Postgres writes. */
export interface RuleText extends Omit<RuleHead, 'createdAt' | 'updatedAt'> {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly conditionsJson: string;
  readonly actionsJson: string;
}

/** One page of the household's rules in their order. */
export async function listRules(
  sql: AnySql,
  householdId: string,
  { active }: { active: boolean | undefined },
  page: PageRequest,
): Promise<Page<RuleText>> {
  const matching = sql`
    from rules r
    where household_id = ${householdId}
    ${active === undefined ? sql`` : sql`and active = ${active}`}`;
  return readPage(
    sql,
    page,
    matching,
    oldestFirst('r'),
    ({ keys, window }) => sql<RuleText[]>`
    select r.id, r.resource_type, r.name, r.active, r.effective_date, r.priority, r.stop, r.created_at::text,
      r.updated_at::text, r.conditions::text as conditions_json, r.actions::text as actions_json, ${keys}
    ${matching}
    ${window}`,
    ({ createdAt, id }) => [createdAt, id],
  );
}

/** One rule of the household, or null. `id` must be a UUID. */
export async function findRule(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<StoredRule | null> {
  const [row] = await sql<RuleRow[]>`
    select ${ruleColumns(sql)}
    from rules r
    where r.household_id = ${householdId} and r.id = ${id}`;
  return row === undefined ? null : toRule(row);
}

/** Locks a rule for the rest of the transaction, so that changes to it follow each other. */
export async function lockRule(tx: Tx, householdId: string, id: string): Promise<void> {
  await tx`select from rules where household_id = ${householdId} and id = ${id} for update`;
}

/** The active rules in the order in which they run. */
export async function listActiveRules(sql: AnySql, householdId: string): Promise<StoredRule[]> {
  const rows = await sql<RuleRow[]>`
    select ${ruleColumns(sql)}
    from rules r
    where r.household_id = ${householdId} and r.active
    order by r.priority desc, r.created_at, r.id`;
  return rows.map(toRule);
}

/**
 * Saves a validated rule, under its own id unless one is given. Rules of one transaction keep the order in which they
 * are inserted.
 */
export async function insertRule(
  tx: Tx,
  householdId: string,
  rule: RuleDraft,
  id: string | null = null,
): Promise<string> {
  const at = await partsTime(tx);
  const [row] = await tx<{ id: string }[]>`
    insert into rules (
      id, household_id, resource_type, name, active, effective_date, priority, stop, conditions, actions, created_at,
      updated_at)
    select coalesce(${id}::uuid, gen_random_uuid()), ${householdId}, ${rule.resourceType}, ${rule.name}, ${rule.active},
      ${rule.effectiveDate}, ${rule.priority}, ${rule.stop},
      ${partsParameter(tx, conditionDocuments(rule.conditions, at))},
      ${partsParameter(tx, actionDocuments(rule.actions, at))}, made.at, made.at
    from (select clock_timestamp() as at) made
    returning id`;
  if (row === undefined) throw new Error('a rule was not inserted');
  return row.id;
}

/**
 * Replaces a rule. Conditions and actions are written anew, with new ids, only where `parts` says
 * so. False when the household has no such rule.
 */
export async function updateRule(
  tx: Tx,
  householdId: string,
  id: string,
  rule: RuleDraft,
  parts: { conditions: boolean; actions: boolean },
): Promise<boolean> {
  const at = await partsTime(tx);
  const conditions = partsParameter(tx, conditionDocuments(rule.conditions, at));
  const actions = partsParameter(tx, actionDocuments(rule.actions, at));
  const updated = await tx`
    update rules
    set name = ${rule.name},
      active = ${rule.active},
      effective_date = ${rule.effectiveDate},
      priority = ${rule.priority},
      stop = ${rule.stop},
      ${parts.conditions ? tx`conditions = ${conditions},` : tx``}
      ${parts.actions ? tx`actions = ${actions},` : tx``}
      updated_at = now()
    where household_id = ${householdId} and id = ${id}`;
  return updated.count > 0;
}

/** Deletes a rule with its runs. False when the household has no such rule. */
export async function deleteRule(sql: AnySql, householdId: string, id: string): Promise<boolean> {
  const deleted = await sql`delete from rules where household_id = ${householdId} and id = ${id}`;
  return deleted.count > 0;
}

/** A rule with its parts. */
function ruleColumns(sql: AnySql): PendingQuery<Row[]> {
  return sql`
    r.id, r.resource_type, r.name, r.active, r.effective_date, r.priority, r.stop, r.created_at, r.updated_at,
    r.conditions as condition_documents, r.actions as action_documents`;
}

type RuleRow = Omit<StoredRule, 'conditions' | 'actions'>;

function toRule(row: RuleRow): StoredRule {
  return {
    ...row,
    conditions: readConditions(row.conditionDocuments),
    actions: readActions(row.actionDocuments),
  };
}
