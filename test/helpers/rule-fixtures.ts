import { randomUUID } from 'node:crypto';
import type { AnySql, Sql } from '../../shared/postgres/connect.ts';
import type { RuleAction, RuleCondition, RuleDraft } from '#preflight/rules/rule';
import { insertHousehold } from '../../shared/households/households.ts';
import { findRuleRun, insertRequestedRuleRun } from '../../shared/rules/store/rule-runs.ts';
import type { RuleRun } from '../../shared/rules/store/rule-run.ts';
import { insertRule } from '../../shared/rules/store/rules.ts';
import type { JobRun } from '../../workers/frame/context.ts';
import { performApplyRules } from '../../workers/rules/apply-rules.ts';
import { changesOf } from './changes-of.ts';
import { insertRow } from './insert-row.ts';
import type { TestDatabase } from './with-database.ts';
import { jobRun } from './job-run.ts';
import { workerContext } from './worker-context.ts';

export async function newHousehold(sql: Sql): Promise<string> {
  return (await insertHousehold(sql, 'Household')).id;
}

export async function newAccount(
  sql: Sql,
  householdId: string,
  fields: { name?: string; accountable_type?: string; status?: string; currency?: string } = {},
): Promise<string> {
  return insertRow(sql, 'accounts', householdId, { name: 'Account', currency: 'EUR', ...fields });
}

export interface NewTransaction {
  account_id: string;
  name?: string;
  amount?: string;
  date?: string;
  [column: string]: unknown;
}

export async function newTransaction(
  sql: Sql,
  householdId: string,
  fields: NewTransaction,
): Promise<string> {
  const defaults = { name: 'Shop', amount: '-10', date: '2025-06-10', currency: 'EUR' };
  return insertRow(sql, 'transactions', householdId, { ...defaults, ...fields });
}

export async function newNamed(
  sql: AnySql,
  table: 'categories' | 'tags' | 'merchants',
  householdId: string,
  name: string = randomUUID(),
): Promise<string> {
  return insertRow(sql, table, householdId, { name });
}

export function condition(
  conditionType: string,
  operator: string,
  value: string | null = null,
  subConditions: RuleCondition[] = [],
): RuleCondition {
  return { conditionType, operator, value, subConditions };
}

export function action(actionType: string, value: string | null = null): RuleAction {
  return { actionType, value };
}

/** Stores a rule as it is given: unlike the API, nothing is checked. Active unless said otherwise. */
export async function newRule(
  sql: Sql,
  householdId: string,
  rule: Partial<RuleDraft>,
): Promise<string> {
  const draft: RuleDraft = {
    name: null,
    resourceType: 'transaction',
    active: true,
    effectiveDate: null,
    priority: 0,
    stop: false,
    conditions: [],
    actions: [action('exclude_transaction')],
    ...rule,
  };
  return sql.begin((tx) => insertRule(tx, householdId, draft));
}

/** Does the job of a run of rules once. */
export const performRuleRun = (
  database: TestDatabase,
  householdId: string,
  rule_run_id: string,
  job: Partial<JobRun> = {},
): Promise<unknown> =>
  performApplyRules(
    workerContext(database),
    { household_id: householdId, rule_run_id },
    jobRun(job),
  );

/** Runs one rule, or all active ones, as the worker does, and returns the finished run. */
export async function runRules(
  database: TestDatabase,
  householdId: string,
  options: { ruleId?: string; ignoreLocks?: boolean } = {},
): Promise<RuleRun> {
  const { ruleId = null, ignoreLocks = false } = options;
  const { id } = await insertRequestedRuleRun(database.sql, householdId, { ruleId, ignoreLocks });
  await performRuleRun(database, householdId, id);
  return (await findRuleRun(database.sql, householdId, id))!;
}

/** The current row of a transaction, with its tags. */
export async function readTransaction(sql: Sql, id: string): Promise<any> {
  const [row] = await sql`
    select t.*, coalesce(
      (select array_agg(tt.tag_id order by tt.tag_id) from transaction_tags tt where tt.transaction_id = t.id), '{}'
    ) as tag_ids
    from transactions t
    where t.id = ${id}`;
  return row;
}

/** A household with one account, new for each test of the surrounding `describe`, and what tests do with it. */
export function ruleHousehold(database: TestDatabase) {
  const home = { householdId: '', accountId: '' };
  beforeEach(async () => {
    home.householdId = await newHousehold(database.sql);
    home.accountId = await newAccount(database.sql, home.householdId);
  });
  return {
    home,
    transaction: (fields: Record<string, unknown> = {}): Promise<string> =>
      newTransaction(database.sql, home.householdId, { account_id: home.accountId, ...fields }),
    rule: (fields: Parameters<typeof newRule>[2]): Promise<string> =>
      newRule(database.sql, home.householdId, fields),
    named: (table: 'categories' | 'tags' | 'merchants'): Promise<string> =>
      newNamed(database.sql, table, home.householdId),
    changesOf: async (id: string): Promise<any[]> => {
      const lines = await changesOf(database.sql, home.householdId, id);
      return lines.map(({ attribute, source, oldValue, newValue, ruleId, ruleRunId }) => ({
        ...{ attribute, source, oldValue, newValue, ruleId, ruleRunId },
      }));
    },
  };
}
