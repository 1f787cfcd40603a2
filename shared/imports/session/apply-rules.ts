import { randomUUID } from 'node:crypto';
import type { Tx } from '../../postgres/connect.ts';
import { storableText } from '../../postgres/json-parameter.ts';
import { findOwnRecords, recordKey } from '../session-references.ts';
import { listReferences } from '#preflight/rules/references';
import type { ReferenceKind, RuleCondition } from '#preflight/rules/rule';
import type { RecordFault } from './session-error.ts';
import { LISTED_FAULTS_MAX, shown } from './session-error.ts';
import type { ImportedRule } from './records/read-record.ts';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { actionDocuments, conditionDocuments, partsTime } from '../../rules/store/rule-parts.ts';
import { findRuleExcess } from '../../rules/store/rule-limits.ts';
import type { Applied, ImportScope } from './scope.ts';

/** A rule and the line it came from. */
export interface LinedRule {
  line: number;
  imported: ImportedRule;
}

/** Name (or source id, for accounts) to the id of the household's record. */
type Names = ReadonlyMap<string, string>;

const MADE_BY_NAME = { category: 'categories', merchant: 'merchants', tag: 'tags' } as const;

/** Those of the values that are ids of the household's own records. */
async function findOwn(
  tx: Tx,
  { householdId }: ImportScope,
  kind: string,
  values: readonly string[],
): Promise<Map<string, string>> {
  const own = await findOwnRecords(
    tx,
    householdId,
    values.map((id) => ({ kind, id })),
  );
  const found = values.filter((id) => own.has(recordKey({ kind, id })));
  return new Map(found.map((id) => [id, id.toLowerCase()]));
}

async function findOrMake(
  tx: Tx,
  scope: ImportScope,
  kind: keyof typeof MADE_BY_NAME,
  names: readonly string[],
): Promise<Names> {
  if (names.length === 0) return new Map();
  const table = tx(MADE_BY_NAME[kind]);
  const own = await findOwn(tx, scope, MADE_BY_NAME[kind], names);
  const unknown = names.filter((name) => !own.has(name));
  await tx`
    insert into ${table} (household_id, name)
    select ${scope.householdId}::uuid, name
    from unnest(${unknown}::text[]) as n (name)
    on conflict (household_id, name) do nothing`;
  const rows = await tx<{ id: string; name: string }[]>`
    select id, name
    from ${table}
    where household_id = ${scope.householdId}
      and name = any(${unknown}::text[])`;
  return new Map([...own, ...rows.map((row) => [row.name, row.id] as const)]);
}

/** Accounts are never made for a rule: they are found by source id, else by name. */
async function findAccounts(tx: Tx, scope: ImportScope, values: readonly string[]): Promise<Names> {
  if (values.length === 0) return new Map();
  const own = await findOwn(tx, scope, 'accounts', values);
  const rows = await tx<{ id: string; value: string }[]>`
    select a.id, a.name as value
    from accounts a
    where a.household_id = ${scope.householdId}
      and a.name = any(${values}::text[])
    union all
    select m.record_id as id, m.source_id as value
    from import_id_map m
    where m.session_id = ${scope.sessionId}
      and m.source_type = 'Account'
      and m.source_id = any(${values}::text[])`;
  return new Map([...own, ...rows.map((row) => [row.value, row.id] as const)]);
}

async function resolveNames(
  tx: Tx,
  scope: ImportScope,
  rules: readonly LinedRule[],
): Promise<Record<ReferenceKind, Names>> {
  const wanted: Record<ReferenceKind, Set<string>> = {
    account: new Set(),
    category: new Set(),
    merchant: new Set(),
    tag: new Set(),
  };
  for (const { imported } of rules) {
    for (const { kind, value } of listReferences(imported.rule)) {
      if (!imported.gone.has(value.trim())) wanted[kind].add(value.trim());
    }
  }
  return {
    account: await findAccounts(tx, scope, [...wanted.account]),
    category: await findOrMake(tx, scope, 'category', [...wanted.category]),
    merchant: await findOrMake(tx, scope, 'merchant', [...wanted.merchant]),
    tag: await findOrMake(tx, scope, 'tag', [...wanted.tag]),
  };
}

function unknownAccounts(rules: readonly LinedRule[], accounts: Names): RecordFault[] {
  return rules.flatMap(({ line, imported }) =>
    listReferences(imported.rule)
      .filter(({ kind, value }) => kind === 'account' && !accounts.has(value.trim()))
      .filter(({ value }) => !imported.gone.has(value.trim()))
      .map(({ value, path }) => ({
        code: 'missing_source_reference' as const,
        record_type: 'Rule',
        source_type: 'Account',
        source_id: shown(value),
        field: path,
        line,
      })),
  );
}

/** The same conditions with the ids of the records that their values name. */
function resolveConditions(
  conditions: readonly RuleCondition[],
  resolve: (kind: ReferenceKind | undefined, value: string | null) => string | null,
): RuleCondition[] {
  return conditions.map((condition) => ({
    ...condition,
    value: resolve(conditionTypes.get(condition.conditionType)?.reference, condition.value),
    subConditions: resolveConditions(condition.subConditions, resolve),
  }));
}

/**
 * Rules, known by the id map. Values name categories, merchants and tags; those that the household lacks
 * are made, and not counted. Conditions and actions of a known rule are replaced.
 */
export async function applyRules(
  tx: Tx,
  scope: ImportScope,
  lines: readonly LinedRule[],
): Promise<Applied> {
  const latest = new Map(lines.map((each) => [each.imported.sourceId, each]));
  const rules = [...latest.values()];
  const names = await resolveNames(tx, scope, rules);
  const faults = unknownAccounts(rules, names.account);
  if (faults.length > 0) {
    const failed = new Set(faults.map(({ line }) => line)).size;
    return { counts: { failed }, faults: faults.slice(0, LISTED_FAULTS_MAX) };
  }

  const known = await tx<{ sourceId: string; recordId: string }[]>`
    select source_id, record_id
    from import_id_map
    where session_id = ${scope.sessionId}
      and source_type = 'Rule'`;
  const ids = new Map(known.map((row) => [row.sourceId, row.recordId]));
  const resolve = (kind: ReferenceKind | undefined, value: string | null): string | null =>
    kind === undefined || value === null ? value : (names[kind].get(value.trim()) ?? value);
  const at = await partsTime(tx);
  const ruleRows = rules.map(({ imported: { sourceId, rule } }, index) => {
    const id = ids.get(sourceId) ?? randomUUID();
    const actions = rule.actions.map(({ actionType, value }) => ({
      actionType,
      value: resolve(actionTypes.get(actionType)?.reference, value),
    }));
    return {
      id,
      source_id: sourceId,
      is_known: ids.has(sourceId),
      index,
      resource_type: rule.resourceType,
      name: rule.name,
      active: rule.active,
      effective_date: rule.effectiveDate,
      priority: rule.priority,
      stop: rule.stop,
      conditions: conditionDocuments(resolveConditions(rule.conditions, resolve), at),
      actions: actionDocuments(actions, at),
    };
  });
  await writeRules(tx, scope, ruleRows);
  const message = await findRuleExcess(tx, scope.householdId);
  if (message !== null) {
    const fault = { code: 'import_failed', record_type: 'Rule', reason: 'too_many_rules' } as const;
    return { counts: { failed: rules.length }, faults: [{ ...fault, message }] };
  }
  const created = ruleRows.filter((row) => !row.is_known).length;
  return { counts: { created, updated: lines.length - created }, faults: [] };
}

interface RuleRow {
  id: string;
  source_id: string;
  is_known: boolean;
  index: number;
}

/** A microsecond apart, so that they keep the order of the file: it is the order in which they run. */
async function writeRules(tx: Tx, scope: ImportScope, rows: readonly RuleRow[]): Promise<void> {
  // json and not jsonb: the members of the parts keep their order.
  const parameter = tx`${storableText(rows)}::text::json`;
  await tx`
    insert into rules as t (
      id, household_id, resource_type, name, active, effective_date, priority, stop, conditions, actions,
      created_at, updated_at)
    select r.id, ${scope.householdId}, r.resource_type, r.name, r.active, r.effective_date, r.priority, r.stop, r.conditions, r.actions,
      clock_timestamp() + r.index * interval '1 microsecond', now()
    from json_to_recordset(${parameter}) as r (
      id uuid, resource_type text, name text, active boolean, effective_date date, priority integer, stop boolean, conditions json, actions json,
      index integer)
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
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, 'Rule', r.source_id, r.id
    from json_to_recordset(${parameter}) as r (source_id text, id uuid)
    on conflict do nothing`;
}
