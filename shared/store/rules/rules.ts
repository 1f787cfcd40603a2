import { randomUUID } from 'node:crypto';
import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../../db/connect.ts';
import type { ResourceType, RuleAction, RuleCondition, RuleDraft } from '../../rules/rule.ts';
import { readPage } from '../page.ts';
import type { Page, PageRequest } from '../page.ts';

/** What a rule is beside its conditions and actions. */
interface RuleHead {
  readonly id: string;
  readonly resourceType: ResourceType;
  readonly active: boolean;
  readonly name: string | null;
  readonly effectiveDate: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** A part as it stands in an answer, in snake_case. */
interface PartDocument {
  readonly id: string;
  readonly value: string | null;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface ConditionDocument extends PartDocument {
  readonly condition_type: string;
  readonly operator: string;
  readonly sub_conditions: readonly ConditionDocument[];
}

export interface ActionDocument extends PartDocument {
  readonly action_type: string;
}

export interface StoredRule extends RuleHead {
  readonly conditions: readonly RuleCondition[];
  readonly actions: readonly RuleAction[];
  readonly conditionDocuments: readonly ConditionDocument[];
  readonly actionDocuments: readonly ActionDocument[];
}

/** A rule for a list: its parts are JSON text that goes out as it is. */
export interface RuleText extends RuleHead {
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
    (window) => sql<RuleText[]>`
    select ${headColumns(sql)}, r.conditions::text as "conditionsJson", r.actions::text as "actionsJson"
    ${matching}
    order by created_at, id
    ${window}`,
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

/** The active rules that a run has not finished yet, in the order in which they run. */
export async function listActiveRulesOfRun(
  sql: AnySql,
  householdId: string,
  runId: string,
): Promise<StoredRule[]> {
  const rows = await sql<RuleRow[]>`
    select ${ruleColumns(sql)}
    from rules r
    join rule_runs run on run.household_id = r.household_id and run.id = ${runId}
    where r.household_id = ${householdId}
      and r.active
      and (run.cursor_rule_id is null or (r.created_at, r.id) > (run.cursor_created_at, run.cursor_rule_id))
    order by r.created_at, r.id`;
  return rows.map(toRule);
}

/** Saves a validated rule. Rules of one transaction keep the order in which they are inserted. */
export async function insertRule(tx: Tx, householdId: string, rule: RuleDraft): Promise<string> {
  const [row] = await tx<{ id: string }[]>`
    insert into rules (household_id, resource_type, name, active, effective_date, created_at, updated_at)
    select ${householdId}, ${rule.resourceType}, ${rule.name}, ${rule.active}, ${rule.effectiveDate}, made.at, made.at
    from (select clock_timestamp() as at) made
    returning id`;
  if (row === undefined) throw new Error('a rule was not inserted');
  await insertConditions(tx, householdId, row.id, rule.conditions);
  await insertActions(tx, householdId, row.id, rule.actions);
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
  const updated = await tx`
    update rules
    set name = ${rule.name},
      active = ${rule.active},
      effective_date = ${rule.effectiveDate},
      updated_at = now()
    where household_id = ${householdId} and id = ${id}`;
  if (updated.count === 0) return false;
  if (parts.conditions) {
    await tx`delete from rule_conditions where household_id = ${householdId} and rule_id = ${id}`;
    await insertConditions(tx, householdId, id, rule.conditions);
  }
  if (parts.actions) {
    await tx`delete from rule_actions where household_id = ${householdId} and rule_id = ${id}`;
    await insertActions(tx, householdId, id, rule.actions);
  }
  return true;
}

/** Deletes a rule with its conditions, actions and runs. False when the household has no such rule. */
export async function deleteRule(sql: AnySql, householdId: string, id: string): Promise<boolean> {
  const deleted = await sql`delete from rules where household_id = ${householdId} and id = ${id}`;
  return deleted.count > 0;
}

/** The columns of a RuleHead, over `r`. */
function headColumns(sql: AnySql): PendingQuery<Row[]> {
  return sql`
    r.id, r.resource_type as "resourceType", r.name, r.active, r.effective_date as "effectiveDate",
    r.created_at as "createdAt", r.updated_at as "updatedAt"`;
}

/** A rule with its parts, which the rules table carries folded: no join, no aggregate. */
function ruleColumns(sql: AnySql): PendingQuery<Row[]> {
  return sql`${headColumns(sql)}, r.conditions as "conditionDocuments", r.actions as "actionDocuments"`;
}

type RuleRow = Omit<StoredRule, 'conditions' | 'actions'>;

function toRule(row: RuleRow): StoredRule {
  return {
    ...row,
    conditions: row.conditionDocuments.map(toCondition),
    actions: row.actionDocuments.map(toAction),
  };
}

function toCondition(document: ConditionDocument): RuleCondition {
  return {
    conditionType: document.condition_type,
    operator: document.operator,
    value: document.value,
    subConditions: document.sub_conditions.map(toCondition),
  };
}

function toAction(document: ActionDocument): RuleAction {
  return { actionType: document.action_type, value: document.value };
}

async function insertConditions(
  tx: Tx,
  householdId: string,
  ruleId: string,
  conditions: readonly RuleCondition[],
): Promise<void> {
  const rows = conditions.flatMap((condition, position) => {
    const row = conditionRow(householdId, ruleId, null, condition, position);
    const members = condition.subConditions.map((member, memberPosition) =>
      conditionRow(householdId, ruleId, row.id, member, memberPosition),
    );
    return [row, ...members];
  });
  if (rows.length > 0) await tx`insert into rule_conditions ${tx(rows)}`;
}

function conditionRow(
  householdId: string,
  ruleId: string,
  parentId: string | null,
  condition: RuleCondition,
  position: number,
) {
  return {
    id: randomUUID(),
    household_id: householdId,
    rule_id: ruleId,
    parent_id: parentId,
    position,
    condition_type: condition.conditionType,
    operator: condition.operator,
    value: condition.value,
  };
}

async function insertActions(
  tx: Tx,
  householdId: string,
  ruleId: string,
  actions: readonly RuleAction[],
): Promise<void> {
  const rows = actions.map((action, position) => ({
    household_id: householdId,
    rule_id: ruleId,
    position,
    action_type: action.actionType,
    value: action.value,
  }));
  if (rows.length > 0) await tx`insert into rule_actions ${tx(rows)}`;
}
