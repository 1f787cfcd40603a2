import { randomUUID } from 'node:crypto';
import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../db/connect.ts';
import type { ResourceType, RuleAction, RuleCondition, RuleDraft } from '../rules/rule.ts';

interface Stored {
  readonly id: string;
  /** ISO 8601 with microseconds, UTC: as Postgres writes a timestamp into JSON. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export interface StoredCondition extends RuleCondition, Stored {
  readonly subConditions: readonly StoredCondition[];
}

export interface StoredAction extends RuleAction, Stored {}

export interface StoredRule extends RuleDraft {
  readonly id: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly conditions: readonly StoredCondition[];
  readonly actions: readonly StoredAction[];
}

interface RuleRow {
  id: string;
  resource_type: ResourceType;
  name: string | null;
  active: boolean;
  effective_date: string | null;
  created_at: Date;
  updated_at: Date;
  conditions: StoredCondition[];
  actions: StoredAction[];
}

export interface RulePage {
  readonly rules: StoredRule[];
  readonly totalCount: number;
}

/**
 * One page of the household's rules in their order, with the count, in one statement.
 * A page past the end is the last one.
 */
export async function listRules(
  sql: AnySql,
  householdId: string,
  filter: { active?: boolean | undefined; page: number; perPage: number },
): Promise<RulePage> {
  const active = filter.active === undefined ? sql`` : sql`and active = ${filter.active}`;
  const rows = await sql<(RuleRow & { total_count: number })[]>`
    with counted as (
      select count(*)::integer as total_count
      from rules
      where household_id = ${householdId} ${active}
    )
    select counted.total_count, page.*
    from counted
    left join lateral (
      select ${ruleColumns(sql)}
      from (
        select *
        from rules
        where household_id = ${householdId} ${active}
        order by created_at, id
        limit ${filter.perPage}
        offset ${filter.perPage}::bigint * (
          least(${filter.page}::bigint, greatest(1, (counted.total_count + ${filter.perPage} - 1) / ${filter.perPage})) - 1
        )
      ) r
    ) page on true
    order by page.created_at, page.id`;
  return {
    totalCount: rows[0]?.total_count ?? 0,
    // Without rules the outer join gives one row of nulls.
    rules: rows.filter((row) => (row.id as string | null) !== null).map(toRule),
  };
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

/** A rule with its parts, which the rules table carries folded: one index scan reads a page. */
function ruleColumns(sql: AnySql): PendingQuery<Row[]> {
  return sql`
    r.id, r.resource_type, r.name, r.active, r.effective_date, r.created_at, r.updated_at,
    r.conditions, r.actions`;
}

function toRule(row: RuleRow): StoredRule {
  return {
    id: row.id,
    resourceType: row.resource_type,
    name: row.name,
    active: row.active,
    effectiveDate: row.effective_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    conditions: row.conditions,
    actions: row.actions,
  };
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
