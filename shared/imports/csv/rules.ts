import type { Tx } from '../../postgres/connect.ts';
import { ruleIdentity, ruleOfRow, withIds } from '#preflight/rows/rule-of-row';
import type { ResolveName } from '#preflight/rows/rule-of-row';
import { listReferences } from '#preflight/rules/references';
import type { ReferenceKind, RuleDraft } from '#preflight/rules/rule';
import { excerpt } from '#preflight/text';
import { isUuid } from '#preflight/uuid';
import { findRuleExcess } from '../../rules/store/rule-limits.ts';
import { findRule, insertRule, updateRule } from '../../rules/store/rules.ts';
import type { StoredRule } from '../../rules/store/rules.ts';
import { isJudged, updateVerdicts } from './claims.ts';
import type { Publisher } from './publisher.ts';
import type { CsvScope, Written } from './scope.ts';
import { RunFailedError } from '../../queue/runs/run-kind.ts';
import { ofImport } from './scope.ts';

interface RuleRow {
  line: number;
  recordId: string;
  verdict: string;
  ofId: string | null;
  name: string | null;
  more: Record<string, string | null>;
}

/** Kinds of records that are created when a rule names one that the household lacks; accounts never are. */
const TABLES: Readonly<Record<ReferenceKind, string>> = {
  account: 'accounts',
  category: 'categories',
  merchant: 'merchants',
  tag: 'tags',
};
const MADE: readonly ReferenceKind[] = ['category', 'merchant', 'tag'];

/** Finds records by id or name for rules of the household. */
async function namesOf(
  tx: Tx,
  { householdId }: CsvScope,
  rules: readonly RuleDraft[],
): Promise<ResolveName> {
  const found = new Map<string, string>();
  const wanted = rules.flatMap((rule) => listReferences(rule));
  for (const [kind, table] of Object.entries(TABLES)) {
    const values = wanted.filter((one) => one.kind === kind).map(({ value }) => value.trim());
    if (values.length === 0) continue;
    const rows = await tx<{ id: string; name: string }[]>`
      select id, name
      from ${tx(table)}
      where household_id = ${householdId}
        and (name = any(${values}::text[]) or id::text = any(${values}::text[]))
      order by created_at desc, id desc`;
    for (const { id, name } of rows) {
      found.set(`${kind} ${name}`, id);
      found.set(`${kind} ${id}`, id);
    }
  }
  return (kind, value) => found.get(`${kind} ${value}`);
}

/** The household's rules that the rows may match: those with their names, and those without a name. */
async function storedRules(tx: Tx, { householdId }: CsvScope, rows: readonly RuleRow[]) {
  const names = rows.flatMap(({ name }) => (name === null ? [] : [name]));
  const ids = await tx<{ id: string }[]>`
    select id
    from rules
    where household_id = ${householdId}
      and (name is null or name = any(${names}::text[]))
    order by created_at desc, id desc`;
  const rules: StoredRule[] = [];
  for (const { id } of ids) {
    const rule = await findRule(tx, householdId, id);
    if (rule !== null) rules.push(rule);
  }
  return rules;
}

interface JudgedRule {
  line: number;
  verdict: 'new' | 'duplicate' | 'update';
  ofId: string | null;
}

/** A rule of the same name and kind of record is replaced; a nameless one that equals another is a duplicate. */
async function judge(tx: Tx, scope: CsvScope): Promise<void> {
  const rows = await tx<RuleRow[]>`
    select r.line, r.record_id, r.verdict, r.of_id, r.name, r.more
    from import_rows r
    where ${isJudged(tx, scope)}
    order by r.line desc`;
  const drafts = rows.map(({ name, more }) => ruleOfRow(name, more));
  const resolve = await namesOf(
    tx,
    scope,
    drafts.filter((draft) => draft !== null),
  );
  const stored = await storedRules(tx, scope, rows);
  const byKey = new Map<string, { id: string; identity: string }>();
  for (const rule of stored) byKey.set(keyOf(rule), { id: rule.id, identity: ruleIdentity(rule) });
  // From the last row to the first: of two rows with one name the later one counts.
  const taken = new Map<string, string>();
  const invalid: { line: number; message: string }[] = [];
  const judged = rows.flatMap(({ line, recordId }, index): JudgedRule[] => {
    const draft = drafts[index] ?? null;
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
  await updateVerdicts(
    tx,
    scope,
    tx`
    select line, verdict, of_id, case when of_id is not null then 'exact' end as certainty
    from unnest(
      ${judged.map(({ line }) => line)}::integer[],
      ${judged.map(({ verdict }) => verdict)}::text[],
      ${judged.map(({ ofId }) => ofId)}::uuid[]
    ) as found (line, verdict, of_id)`,
  );
}

function keyOf(rule: RuleDraft): string {
  return rule.name === null ? ruleIdentity(rule) : `${rule.resourceType} ${rule.name}`;
}

async function write(tx: Tx, scope: CsvScope): Promise<Written> {
  const rows = await tx<RuleRow[]>`
    select r.line, r.record_id, r.verdict, r.of_id, r.name, r.more
    from import_rows r
    where ${ofImport(tx, scope)}
      and r.verdict in ('new', 'update')
    order by r.line`;
  const drafts = rows.map(({ name, more }) => ruleOfRow(name, more));
  const sound = drafts.filter((draft) => draft !== null);
  const made = await makeNamed(tx, scope, sound);
  const resolve = await namesOf(tx, scope, sound);
  let created = 0;
  for (const [index, { line, recordId, ofId }] of rows.entries()) {
    const draft = drafts[index];
    if (draft === undefined || draft === null) throw unsound([line], `${UNSUPPORTED}.`);
    // Verdicts were judged in this transaction, but a person may have chosen one.
    const missing = describeMissing(draft, resolve);
    if (missing !== null) throw unsound([line], `${missing}.`);
    const rule = withIds(draft, resolve);
    if (ofId === null) {
      await insertRule(tx, scope.householdId, rule, recordId);
      created += 1;
    } else await replaceRule(tx, scope.householdId, ofId, rule);
  }
  const excess = rows.length === 0 ? null : await findRuleExcess(tx, scope.householdId);
  if (excess !== null) throw unsound([], excess);
  return {
    created: { rules: created, ...made },
    updated: { rules: rows.length - created },
  };
}

const UNSUPPORTED = 'The rule is not one that this service can run';

/** What a rule names that the household lacks and that publishing does not make; null when there is nothing. */
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
    from unnest(
      ${rows.map(({ line }) => line)}::integer[],
      ${rows.map(({ message }) => message)}::text[]
    ) as found (line, message)
    where ${ofImport(tx, scope)}
      and r.line = found.line`;
}

function unsound(lines: number[], message: string): RunFailedError {
  return new RunFailedError({ code: 'invalid_rows', message, lines: lines.slice(0, 100) });
}

/** Creates the categories, merchants and tags that rules name and the household lacks. */
async function makeNamed(
  tx: Tx,
  scope: CsvScope,
  rules: readonly RuleDraft[],
): Promise<Record<string, number>> {
  const resolve = await namesOf(tx, scope, rules);
  const counts: Record<string, number> = {};
  for (const kind of MADE) {
    const names = rules
      .flatMap((rule) => listReferences(rule))
      .filter((one) => one.kind === kind && resolve(kind, one.value.trim()) === undefined)
      .map(({ value }) => value.trim());
    if (names.length === 0) continue;
    const made = await tx`
      insert into ${tx(TABLES[kind])} (household_id, name)
      select distinct ${scope.householdId}::uuid, name
      from unnest(${names}::text[]) name
      on conflict (household_id, name) do nothing`;
    counts[TABLES[kind]] = made.count;
  }
  return counts;
}

async function replaceRule(
  tx: Tx,
  householdId: string,
  id: string,
  rule: RuleDraft,
): Promise<void> {
  const { priority, stop } = (await findRule(tx, householdId, id)) ?? rule;
  // A file says neither.
  const whole = { ...rule, priority, stop };
  await updateRule(tx, householdId, id, whole, { conditions: true, actions: true });
}

/** Publishes rows of RuleImport. */
export const rules: Publisher = { judge, write };
