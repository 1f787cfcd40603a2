import type { Fragment, Tx } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';
import { ruleIdentity, ruleOfRow, withIds } from '#preflight/rows/rule-of-row';
import type { ResolveName } from '#preflight/rows/rule-of-row';
import { listReferences } from '#preflight/rules/references';
import type { RuleDraft } from '#preflight/rules/rule';
import { excerpt } from '#preflight/text';
import { isUuid } from '#preflight/uuid';
import { findRuleExcess, findRule, listRulesNamed, saveRules } from '../../rules/store/rules.ts';
import { findRuleNames, makeRuleNames, nameKey } from '../rule-names.ts';
import type { RuleNames } from '../rule-names.ts';
import { isJudged, updateVerdicts } from './claims.ts';
import type { CsvScope, Publisher, Written } from './scope.ts';
import { RunFailedError } from '../../queue/runs/run-kind.ts';
import { ofImport } from './scope.ts';

interface RuleRow {
  line: number;
  recordId: string;
  ofId: string | null;
  name: string | null;
  /** Null: it is not a rule that this service can run. */
  draft: RuleDraft | null;
}

/** The rows `r` that meet a condition, with their rules. */
async function readRules(tx: Tx, isMeant: Fragment): Promise<RuleRow[]> {
  const rows = await tx<(Omit<RuleRow, 'draft'> & { more: Record<string, string | null> })[]>`
    select r.line, r.record_id, r.of_id, r.name, r.more
    from import_rows r
    where ${isMeant}
    order by r.line`;
  return rows.map(({ more, ...row }) => ({ ...row, draft: ruleOfRow(row.name, more) }));
}

const namedBy = (rows: readonly RuleRow[]) =>
  rows.flatMap(({ draft }) => (draft === null ? [] : listReferences(draft)));

const resolverOf =
  (names: RuleNames): ResolveName =>
  (kind, value) =>
    names.get(nameKey({ kind, value }));

interface JudgedRule {
  line: number;
  verdict: 'new' | 'duplicate' | 'update';
  ofId: string | null;
}

/** A rule of the same name and kind of record is replaced; a nameless one that equals another is a duplicate. */
async function judge(tx: Tx, scope: CsvScope): Promise<void> {
  const rows = await readRules(tx, isJudged(tx, scope));
  const resolve = resolverOf(await findRuleNames(tx, scope.householdId, namedBy(rows)));
  const fileNames = rows.flatMap(({ name }) => name ?? []);
  const stored = await listRulesNamed(tx, scope.householdId, fileNames);
  const byKey = new Map<string, { id: string; identity: string }>();
  for (const rule of stored) byKey.set(keyOf(rule), { id: rule.id, identity: ruleIdentity(rule) });
  // From the last row to the first: of two rows with the same name, the later one counts.
  const taken = new Map<string, string>();
  const invalid: { line: number; message: string }[] = [];
  const judged = rows.toReversed().flatMap(({ line, recordId, draft }): JudgedRule[] => {
    const message = draft === null ? UNSUPPORTED : describeMissing(draft, resolve);
    if (draft === null || message !== null) {
      invalid.push({ line, message: message ?? UNSUPPORTED });
      return [];
    }
    const rule = withIds(draft, resolve);
    const key = keyOf(rule);
    const later = taken.get(key);
    if (later !== undefined) return [{ line, verdict: 'duplicate', ofId: later }];
    const known = byKey.get(key);
    taken.set(key, known?.id ?? recordId);
    if (known === undefined) return [{ line, verdict: 'new', ofId: null }];
    const isSame = known.identity === ruleIdentity(rule);
    return [{ line, verdict: isSame ? 'duplicate' : 'update', ofId: known.id }];
  });
  await markInvalid(tx, scope, invalid);
  const verdicts = tx`
    select line, verdict, of_id, case when of_id is not null then 'exact' end as certainty
    from ${valueTable(tx, 'found', judged, { line: 'integer', verdict: 'text', ofId: 'uuid' })}`;
  await updateVerdicts(tx, scope, verdicts);
}

function keyOf(rule: RuleDraft): string {
  return rule.name === null ? ruleIdentity(rule) : `${rule.resourceType} ${rule.name}`;
}

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const rows = await readRules(tx, tx`${ofImport(tx, scope)} and r.verdict in ('new', 'update')`);
  const named = namedBy(rows);
  const names = await findRuleNames(tx, scope.householdId, named);
  const made = await makeRuleNames(tx, scope.householdId, named, names);
  const resolve = resolverOf(names);
  const saved: { id: string; rule: RuleDraft }[] = [];
  for (const { line, recordId, ofId, draft } of rows) {
    if (draft === null) throw unsound([line], `${UNSUPPORTED}.`);
    // Verdicts were judged in this transaction, but a person may have chosen one.
    const missing = describeMissing(draft, resolve);
    if (missing !== null) throw unsound([line], `${missing}.`);
    const rule = withIds(draft, resolve);
    const known = ofId === null ? null : await findRule(tx, scope.householdId, ofId);
    // Files do not contain these two.
    const { priority, stop } = known ?? rule;
    saved.push({ id: known?.id ?? recordId, rule: { ...rule, priority, stop } });
  }
  await saveRules(tx, scope.householdId, saved);
  const created = rows.filter(({ ofId }) => ofId === null);
  const excess = rows.length === 0 ? null : await findRuleExcess(tx, scope.householdId);
  if (excess !== null) throw unsound([], excess);
  return {
    created: { rules: created.length, ...made },
    updated: { rules: rows.length - created.length },
  };
}

const UNSUPPORTED = 'The rule is not one that this service can run';

/** A message about a record that the rule names, the household lacks and publishing does not create; null if there is none. */
function describeMissing(rule: RuleDraft, resolve: ResolveName): string | null {
  const missing = listReferences(rule).find(
    ({ kind, value }) =>
      (kind === 'account' || isUuid(value.trim())) && resolve(kind, value.trim()) === undefined,
  );
  if (missing === undefined) return null;
  return `The rule names the ${missing.kind} "${excerpt(missing.value)}", which the household does not have`;
}

async function markInvalid(
  tx: Tx,
  scope: CsvScope,
  rows: readonly { line: number; message: string }[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx`
    update import_rows r
    set verdict = 'invalid', of_id = null, certainty = null,
      errors = r.errors || jsonb_build_array(jsonb_build_object('code', 'invalid_rule', 'message', found.message))
    from ${valueTable(tx, 'found', rows, { line: 'integer', message: 'text' })}
    where ${ofImport(tx, scope)}
      and r.line = found.line`;
}

function unsound(lines: number[], message: string): RunFailedError {
  return new RunFailedError({ code: 'invalid_rows', message, lines });
}

export const rules: Publisher = { judge, write };
