import { expect } from 'chai';
import type { AnySql } from '../../shared/db/connect.ts';
import { listActiveRules } from '../../shared/store/rules/rules.ts';
import { insertRequestedRuleRun } from '../../shared/store/rules/rule-runs.ts';
import { runRules } from '../helpers/rule-fixtures.ts';
import type { TestDatabase } from '../helpers/with-database.ts';
import { applyRulesBefore } from './apply-rules.ts';
import { insertRandomHousehold } from './random-household.ts';

/**
 * Runs the rules of a random household by the engine of before, takes that back, and runs them by today's. Both must make
 * the same of it but for what was decided:
 *
 * - set back: an attribute that one rule changed and a later one set back is neither logged nor stamped;
 * - written once: of several changes of an attribute the log has one line, from the first value to the last, which
 *   names the rule that made the last. Tags stand in it in the order in which they came.
 */
export async function expectSameAsBefore(database: TestDatabase, seed: number): Promise<void> {
  const { sql } = database;
  const { householdId, ignoreLocks } = await insertRandomHousehold(sql, seed);
  const rules = await listActiveRules(sql, householdId);
  const stampsOf = async (from: AnySql): Promise<Map<string, string[]>> => {
    const rows = await from<{ id: string; stamps: string[] }[]>`
      select id, array(select jsonb_object_keys(rule_attributes) order by 1) as stamps
      from transactions where household_id = ${householdId}`;
    return new Map(rows.map(({ id, stamps }) => [id, stamps]));
  };
  let before: { matched: number[]; ledger: object[]; lines: Line[] } | undefined;
  const undone = new Error('undone');
  await sql
    .begin(async (tx) => {
      const order = { ruleId: null, ignoreLocks };
      const { id: runId } = await insertRequestedRuleRun(tx, householdId, order);
      const matched = await applyRulesBefore(tx, { householdId, runId, ignoreLocks }, rules);
      const lines = writtenOnce(await logOf(tx, householdId));
      before = { matched, ledger: await ledgerOf(tx, householdId), lines };
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  const run = await runRules(database, householdId, { ignoreLocks });
  expect(run.status, JSON.stringify(run.error)).to.equal('success');
  const results = new Map(run.results.map((result) => [result.rule_id, result]));
  const now = {
    matched: rules.map(({ id }) => results.get(id)?.matched ?? 0),
    ledger: await ledgerOf(sql, householdId),
    lines: writtenOnce(await logOf(sql, householdId)),
  };
  const title = `seed ${seed}`;
  // Piece by piece: the first that differs tells the most.
  expect(now.matched, title).to.deep.equal(before?.matched);
  expect(now.ledger, title).to.deep.equal(before?.ledger);
  expect(now.lines, title).to.deep.equal(before?.lines);
  // One line for each attribute as it is, not only after it is folded.
  expect(await logOf(sql, householdId), title).to.have.length(now.lines.length);
  const stamped = [...(await stampsOf(sql)).values()].flat().length;
  expect(stamped, title).to.equal(now.lines.length);
}

interface Line {
  readonly transaction: string;
  readonly attribute: string;
  readonly rule: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** The rows as a person sees them; rows that a rule made go by the row that they mirror. */
async function ledgerOf(sql: AnySql, householdId: string): Promise<object[]> {
  return sql`
    select coalesce(t.mirror_of::text || ' mirror', t.id::text) as id, t.account_id, t.date, t.amount, t.currency, t.name,
      t.notes, t.kind, t.excluded, c.name as category, t.merchant_id, t.investment_activity_label, t.source,
      array(select tag_id from transaction_tags where transaction_id = t.id order by 1) as tags,
      (
        select coalesce(o.mirror_of::text || ' mirror', o.id::text)
        from transfers f
        join transactions o on o.id in (f.inflow_transaction_id, f.outflow_transaction_id) and o.id <> t.id
        where t.id in (f.inflow_transaction_id, f.outflow_transaction_id)
      ) as other
    from transactions t
    left join categories c on c.id = t.category_id
    where t.household_id = ${householdId}
    order by 1`;
}

/** Categories stand by name: one that a run makes has another id each time. */
async function logOf(sql: AnySql, householdId: string): Promise<Line[]> {
  const shown = (value: string) => sql`coalesce(
    (select name from categories where l.attribute = 'category_id' and id::text = l.${sql(value)}), l.${sql(value)})`;
  return sql<Line[]>`
    select coalesce(t.mirror_of::text || ' mirror', t.id::text) as transaction, l.attribute, l.rule_id as rule,
      ${shown('old_value')} as old, ${shown('new_value')} as new
    from transaction_changes l
    join transactions t on t.household_id = l.household_id and t.id = l.transaction_id
    where l.household_id = ${householdId}
    order by l.id`;
}

function sorted(list: string | null): string | null {
  return list === null ? null : list.split(',').sort().join();
}

/** The lines as they were decided to be: see above. */
function writtenOnce(lines: readonly Line[]): Line[] {
  const folded = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.transaction} ${line.attribute}`;
    const old = (folded.get(key) ?? line).old;
    const isList = line.attribute === 'tag_ids';
    folded.set(key, {
      ...line,
      old: isList ? sorted(old) : old,
      new: isList ? sorted(line.new) : line.new,
    });
  }
  return [...folded.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .filter((line) => line.old !== line.new);
}
