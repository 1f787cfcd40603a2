import { randomUUID } from 'node:crypto';
import type { AnySql, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { withIds } from '#preflight/rows/rule-of-row';
import { findRuleNames, makeRuleNames, nameKey } from '../rule-names.ts';
import type { RuleNames } from '../rule-names.ts';
import { listReferences } from '#preflight/rules/references';
import type { RecordFault } from './session-error.ts';
import { LISTED_FAULTS_MAX, shown } from './session-error.ts';
import type { ImportedRule } from './records/read-record.ts';
import { saveRules, findRuleExcess } from '../../rules/store/rules.ts';
import { rejectedRecords } from './scope.ts';
import type { ImportScope } from './scope.ts';
import type { EntityCounts } from './summary.ts';

export interface LinedRule {
  line: number;
  imported: ImportedRule;
}

/** What rules refer to, without records that were deleted before the export. */
const namedBy = ({ rule, gone }: ImportedRule) =>
  listReferences(rule).filter(({ value }) => !gone.has(value.trim()));

/** Finds or creates what rules refer to. An account may also be one of the session, by its id there. */
async function resolveNames(
  tx: Tx,
  { householdId, sessionId }: ImportScope,
  rules: readonly LinedRule[],
): Promise<RuleNames> {
  const wanted = rules.flatMap(({ imported }) => namedBy(imported));
  const names = await findRuleNames(tx, householdId, wanted);
  await makeRuleNames(tx, householdId, wanted, names);
  const accounts = wanted.filter(({ kind }) => kind === 'account').map(({ value }) => value.trim());
  const ofSession = await tx<{ id: string; value: string }[]>`
    select record_id as id, source_id as value
    from import_id_map
    where session_id = ${sessionId}
      and source_type = 'Account'
      and source_id = any(${accounts}::text[])`;
  for (const { id, value } of ofSession) names.set(nameKey({ kind: 'account', value }), id);
  return names;
}

function unknownAccounts(rules: readonly LinedRule[], names: RuleNames): RecordFault[] {
  return rules.flatMap(({ line, imported }) =>
    namedBy(imported)
      .filter((one) => one.kind === 'account' && !names.has(nameKey(one)))
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

/**
 * Rules, identified by the id map. Values name categories, merchants and tags; those that the household lacks are created, and not
 * counted. Conditions and actions of a known rule are replaced.
 */
export async function applyRules(
  tx: Tx,
  scope: ImportScope,
  lines: readonly LinedRule[],
): Promise<Partial<EntityCounts>> {
  const latest = new Map(lines.map((each) => [each.imported.sourceId, each]));
  const rules = [...latest.values()];
  const names = await resolveNames(tx, scope, rules);
  const faults = unknownAccounts(rules, names);
  if (faults.length > 0) {
    const failed = new Set(faults.map(({ line }) => line)).size;
    throw rejectedRecords('Rule', faults.slice(0, LISTED_FAULTS_MAX), failed);
  }

  const known = await tx<{ sourceId: string; recordId: string }[]>`
    select source_id, record_id
    from import_id_map
    where session_id = ${scope.sessionId}
      and source_type = 'Rule'`;
  const ids = new Map(known.map((row) => [row.sourceId, row.recordId]));
  const saved = rules.map(({ imported: { sourceId, rule } }) => ({
    sourceId,
    id: ids.get(sourceId) ?? randomUUID(),
    rule: withIds(rule, (kind, value) => names.get(nameKey({ kind, value }))),
  }));
  await saveRules(tx, scope.householdId, saved);
  const made = saved.filter(({ sourceId }) => !ids.has(sourceId));
  await tx`
    insert into import_id_map (session_id, household_id, source_type, source_id, record_id)
    select ${scope.sessionId}, ${scope.householdId}, 'Rule', made.source_id, made.id
    from ${valueTable(tx, 'made', made, { sourceId: 'text', id: 'uuid' })}`;
  const message = await findRuleExcess(tx, scope.householdId);
  if (message !== null) {
    const fault = { code: 'import_failed', record_type: 'Rule', reason: 'too_many_rules' } as const;
    throw rejectedRecords('Rule', [{ ...fault, message }], rules.length);
  }
  return { created: made.length, updated: lines.length - made.length };
}

/** The ids of the rules that the session brought. */
export async function listRulesOfSession(sql: AnySql, sessionId: string): Promise<string[]> {
  const rows = await sql<{ recordId: string }[]>`
    select record_id
    from import_id_map
    where session_id = ${sessionId}
      and source_type = 'Rule'`;
  return rows.map(({ recordId }) => recordId);
}
