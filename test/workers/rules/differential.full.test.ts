import { expect } from 'chai';
import type { Sql } from '../../../shared/postgres/connect.ts';
import { CONTRIBUTIONS_CATEGORY } from '#preflight/rules/transfer-kinds';
import { listActiveRules } from '../../../shared/rules/store/rules.ts';
import { insertRandomHousehold } from '../../helpers/random-household.ts';
import { runRules } from '../../helpers/rule-fixtures.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { NaiveRules, type Account, type Line, type NaiveRow } from './naive-rules.ts';

/** `npm run test:long -- rules` tries 10,000. */
const HOUSEHOLDS = Number(process.env['RULES_HOUSEHOLDS'] ?? 150);
const FIRST_SEED = Number(process.env['RULES_SEED'] ?? 1);

const ID = "coalesce(t.mirror_of::text || ' mirror', t.id::text)";

const rowsOf = (sql: Sql, householdId: string): Promise<NaiveRow[]> =>
  sql<NaiveRow[]>`
    select ${sql.unsafe(ID)} as id, t.account_id, t.date, t.amount, t.currency, t.name, t.notes,
      t.extra::text as details, t.kind, t.excluded, coalesce(c.name, t.category_id::text) as category_id, t.merchant_id,
      t.investment_activity_label, t.is_split_parent, t.locked_attributes as locked,
      array(select tag_id::text from transaction_tags where transaction_id = t.id order by 1) as tags,
      (
        select coalesce(o.mirror_of::text || ' mirror', o.id::text)
        from transfers f
        join transactions o on o.id in (f.inflow_transaction_id, f.outflow_transaction_id) and o.id <> t.id
        where t.id in (f.inflow_transaction_id, f.outflow_transaction_id)
      ) as other
    from transactions t
    left join categories c on c.id = t.category_id and c.name = ${CONTRIBUTIONS_CATEGORY}
    where t.household_id = ${householdId}
    order by 1`;

const linesOf = (sql: Sql, householdId: string): Promise<Line[]> =>
  sql<Line[]>`
    select ${sql.unsafe(ID)} as transaction, attribute, l.rules ->> attribute as rule, case attribute when 'tag_ids' then nullif(translate(old_value, '[]" ', ''), '') else old_value end as old,
      coalesce(c.name, case attribute when 'tag_ids' then nullif(translate(new_value, '[]" ', ''), '') else new_value end) as new
    from changes l
    cross join lateral (
      select key as attribute, b.value as old_value, a.value as new_value
      from json_each_text(l.before) b
      join json_each_text(l.after) a using (key)
    ) line
    join transactions t on t.household_id = l.household_id and t.id = l.record_id
    left join categories c on c.id::text = new_value and c.name = ${CONTRIBUTIONS_CATEGORY}
    where l.household_id = ${householdId}
    order by l.id`;

const sorted = (list: string | null): string | null => list?.split(',').sort().join() ?? null;

/**
 * Of several changes of an attribute the log has one line, from the first value to the last, of the rule that made the last; of
 * one that was set back it has none.
 */
function writtenOnce(lines: readonly Line[]): Line[] {
  const folded = new Map<string, Line>();
  for (const line of lines) {
    const key = `${line.transaction} ${line.attribute}`;
    const { old } = folded.get(key) ?? line;
    folded.set(key, { ...line, old: sorted(old), new: sorted(line.new) });
  }
  return [...folded.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .filter((line) => line.old !== line.new);
}

describe('rules over random households, against an interpreter', function () {
  this.timeout(HOUSEHOLDS * 10_000);
  const database = withDatabase();

  async function expectSame(seed: number): Promise<void> {
    const { sql } = database;
    const { householdId, ignoreLocks } = await insertRandomHousehold(sql, seed);
    const rules = await listActiveRules(sql, householdId);
    const rows = await rowsOf(sql, householdId);
    const accounts = await sql<Account[]>`
      select id, name, accountable_type as type, status from accounts where household_id = ${householdId}`;
    const known = await sql<{ id: string }[]>`
      select id from categories where household_id = ${householdId}
      union all
      select id from merchants where household_id = ${householdId}
      union all
      select id from tags where household_id = ${householdId}`;
    const naive = new NaiveRules(
      rows,
      accounts,
      known.map(({ id }) => id),
      ignoreLocks,
    );
    for (const rule of rules) naive.run(rule);

    const run = await runRules(database, householdId, { ignoreLocks });
    expect(run.status, JSON.stringify(run.error)).to.equal('completed');
    const results = new Map(run.results.map((result) => [result.rule_id, result]));
    const title = `seed ${seed}`;
    // Piece by piece: the first that differs says the most.
    const matched = rules.map(({ id }) => results.get(id)?.matched ?? 0);
    expect(matched, title).to.deep.equal(naive.matched);
    rows.sort((a, b) => (a.id < b.id ? -1 : 1));
    expect(await rowsOf(sql, householdId), title).to.deep.equal(rows);
    const lines = await linesOf(sql, householdId);
    expect(writtenOnce(lines), title).to.deep.equal(writtenOnce(naive.lines));
    // One line for each attribute as it is, not only after it is folded, and one stamp.
    const [{ stamps }] = await sql<[{ stamps: number }]>`
      select count(*)::integer as stamps
      from transactions, jsonb_object_keys(rule_attributes)
      where household_id = ${householdId}`;
    const once = writtenOnce(naive.lines).length;
    expect([lines.length, stamps], title).to.deep.equal([once, once]);
  }

  it(`make the same of ${HOUSEHOLDS} of them`, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + HOUSEHOLDS; seed += 1) await expectSame(seed);
  });
});
