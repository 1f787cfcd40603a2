import { loadConfig } from '../../shared/platform/config.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { eventually } from '../helpers/eventually.ts';
import { action, condition, newNamed, newRule, runRules } from '../helpers/rule-fixtures.ts';

/** Rules of which later ones overrule earlier ones, on rows of `fillProvider` and of `ledgerRecords` alike. */
const RULES = [
  ['Sorted as small', 'transaction_amount', '<', '100'],
  ['Sorted by a 7', 'transaction_name', 'like', '7'],
  ['Sorted as large', 'transaction_amount', '>=', '400'],
] as const;

/** Gives a household rules that sort what it gets into categories. */
export async function insertSortingRules(sql: Sql, householdId: string): Promise<void> {
  for (const [index, [name, field, operator, value]] of RULES.entries()) {
    const category = await newNamed(sql, 'categories', householdId, name);
    await newRule(sql, householdId, {
      name,
      priority: index,
      conditions: [condition(field, operator, value)],
      actions: [action('set_transaction_category', category)],
    });
  }
}

/** Resolves when no run is left to do. */
export async function untilRulesRan(sql: Sql): Promise<void> {
  await eventually(
    async () => {
      const [row] = await sql<{ left: number }[]>`
        select count(*)::integer as left
        from rule_runs
        where status in ('queued', 'running')`;
      if (row?.left !== 0) throw new Error(`${row?.left ?? 'unknown'} runs of rules are left`);
    },
    { everyMs: 500 },
  );
}

type Sorted = Map<string, string | null>;

/** Rows with the rule that sorted them, if one did. */
async function readSorted(sql: Sql, householdId: string): Promise<Sorted> {
  const rows = await sql<{ id: string; name: string | null }[]>`
    select t.id, c.name
    from transactions t
    left join categories c
      on c.household_id = t.household_id
      and c.id = t.category_id
      and c.name = any(${RULES.map(([name]) => name)}::text[])
    where t.household_id = ${householdId}`;
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/**
 * What is wrong with the categories of a household: each row has to be where the engine puts it when nothing disturbs it,
 * which is tried here, on the same rows without their categories.
 */
export async function ruleFaults(
  database: { sql: Sql; url: string },
  householdId: string,
): Promise<string[]> {
  const { sql, url } = database;
  const runs = await sql<{ status: string; count: number }[]>`
    select status, count(*)::integer as count
    from rule_runs
    where household_id = ${householdId}
    group by status`;
  const faults = runs
    .filter(({ status }) => status !== 'completed')
    .map(({ status, count }) => `${count} runs of rules are ${status}`);
  const disturbed = await readSorted(sql, householdId);
  await sql`update transactions set category_id = null where household_id = ${householdId}`;
  const config = (): ReturnType<typeof loadConfig> =>
    loadConfig({ DATABASE_URL: url, REDIS_URL: 'redis://127.0.0.1' });
  await runRules({ sql, url, config }, householdId);
  const calm = await readSorted(sql, householdId);
  const wrong = [...calm].filter(([id, name]) => disturbed.get(id) !== name);
  if (wrong.length > 0) faults.push(`${wrong.length} rows are not where the rules put them`);
  const sorted = new Set(calm.values());
  if (sorted.size < RULES.length + 1)
    faults.push(`only ${sorted.size} kinds of rows were distinguished`);
  return faults.map((fault) => `household ${householdId}: ${fault}`);
}
