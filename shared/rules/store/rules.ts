import { randomUUID } from 'node:crypto';
import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import { deleteRow } from '../../postgres/household-rows.ts';
import { storableText } from '../../postgres/json-parameter.ts';
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

/** A rule for a list: its parts are JSON text that is sent as it is, its times are as Postgres writes them. */
export interface RuleText extends Omit<RuleHead, 'createdAt' | 'updatedAt'> {
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly conditionsJson: string;
  readonly actionsJson: string;
}

/** One page of the household's rules, in order. */
export async function listRules(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  { active }: { active?: boolean | undefined } = {},
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

/** The rules with one of the names, or without a name; newest first. */
export async function listRulesNamed(
  sql: AnySql,
  householdId: string,
  names: readonly string[],
): Promise<StoredRule[]> {
  const rows = await sql<RuleRow[]>`
    select ${ruleColumns(sql)}
    from rules r
    where r.household_id = ${householdId}
      and (r.name is null or r.name = any(${names as string[]}::text[]))
    order by r.created_at desc, r.id desc`;
  return rows.map(toRule);
}

/** Locks a rule until the transaction ends, so that changes to it are serialised. */
export async function lockRule(tx: Tx, householdId: string, id: string): Promise<void> {
  await tx`select from rules where household_id = ${householdId} and id = ${id} for update`;
}

/** The active rules in the order of execution. */
export async function listActiveRules(sql: AnySql, householdId: string): Promise<StoredRule[]> {
  const rows = await sql<RuleRow[]>`
    select ${ruleColumns(sql)}
    from rules r
    where r.household_id = ${householdId} and r.active
    order by r.priority desc, r.created_at, r.id`;
  return rows.map(toRule);
}

/** Saves a validated rule under a new id, which it returns. */
export async function insertRule(tx: Tx, householdId: string, rule: RuleDraft): Promise<string> {
  const id = randomUUID();
  await saveRules(tx, householdId, [{ id, rule }]);
  return id;
}

/**
 * Saves validated rules; one whose id the household already has is replaced, with its conditions and actions. New ones run in the
 * given order: they are created a microsecond apart.
 */
export async function saveRules(
  tx: Tx,
  householdId: string,
  rules: readonly { id: string; rule: RuleDraft }[],
): Promise<void> {
  const at = await partsTime(tx);
  const rows = rules.map(({ id, rule }, index) => ({
    id,
    index,
    resource_type: rule.resourceType,
    name: rule.name,
    active: rule.active,
    effective_date: rule.effectiveDate,
    priority: rule.priority,
    stop: rule.stop,
    conditions: conditionDocuments(rule.conditions, at),
    actions: actionDocuments(rule.actions, at),
  }));
  await tx`
    insert into rules as t (
      id, household_id, resource_type, name, active, effective_date, priority, stop, conditions, actions,
      created_at, updated_at)
    select r.id, ${householdId}, r.resource_type, r.name, r.active, r.effective_date, r.priority, r.stop, r.conditions,
      r.actions, made.at + r.index * interval '1 microsecond', made.at + r.index * interval '1 microsecond'
    from (select clock_timestamp() as at) made
    -- json, not jsonb: the members of conditions and actions keep their order.
    cross join json_to_recordset(${storableText(rows)}::text::json) as r (
      id uuid, resource_type text, name text, active boolean, effective_date date, priority integer, stop boolean,
      conditions json, actions json, index integer)
    on conflict (id) do update
    set resource_type = excluded.resource_type,
        name = excluded.name,
        active = excluded.active,
        effective_date = excluded.effective_date,
        priority = excluded.priority,
        stop = excluded.stop,
        conditions = excluded.conditions,
        actions = excluded.actions,
        updated_at = now()
    where t.household_id = excluded.household_id`;
}

/**
 * Replaces a rule. Rewrites conditions and actions, with new ids, only if `parts` says so. False if the household has no such rule.
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
export const deleteRule = (sql: AnySql, householdId: string, id: string) =>
  deleteRow(sql, 'rules', householdId, id);

function ruleColumns(sql: AnySql): Fragment {
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

/** How many rules a household may have: a run holds all of them in memory, along with those of other households. */
export const HOUSEHOLD_RULES_MAX = 2000;

/** MiB of their conditions and actions, as JSON. A typical rule written by a person has 1 KiB. */
export const HOUSEHOLD_RULES_MIB_MAX = 8;

/** Which limit the household's rules exceed after this transaction, as a sentence; null if none. */
export async function findRuleExcess(tx: Tx, householdId: string): Promise<string | null> {
  const [row] = await tx<[{ rules: number; mib: number }]>`
    select count(*)::integer as rules,
      coalesce(sum(octet_length(conditions::text) + octet_length(actions::text)), 0) / 1048576.0::float8 as mib
    from rules
    where household_id = ${householdId}`;
  if (row.rules > HOUSEHOLD_RULES_MAX) {
    return `A household can have at most ${HOUSEHOLD_RULES_MAX} rules.`;
  }
  return row.mib > HOUSEHOLD_RULES_MIB_MAX
    ? `The conditions and actions of all rules of a household can have at most ${HOUSEHOLD_RULES_MIB_MAX} MiB.`
    : null;
}
