import { expect } from 'chai';
import {
  action,
  newAccount,
  newNamed,
  newRule,
  newTransaction,
  performRuleRun,
  runRules,
} from '../helpers/rule-fixtures.ts';
import { withApi } from '../helpers/start-api.ts';
import { untilWaiting } from '../helpers/until-waiting.ts';

describe('deleting what is being written', () => {
  const { database, api } = withApi();

  it('sees the transaction that an import is just adding: 409, not a cleared category', async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    const account_id = await newAccount(sql, householdId);
    const category = await newNamed(sql, 'categories', householdId);
    const path = `/api/v1/categories/${category}`;
    let deletion: Promise<any> = Promise.resolve();
    await sql.begin(async (tx) => {
      await tx`
        insert into transactions (household_id, account_id, date, amount, currency, name, category_id)
        values (${householdId}, ${account_id}, '2026-01-01', -1, 'EUR', 'New', ${category})`;
      deletion = api.request('DELETE', path);
      await untilWaiting(sql);
    });
    const { status, body } = await deletion;
    expect([status, body.details]).to.deep.equal([409, { transactions: 1 }]);
  });

  it('a run of the rules that meets the deletion ends well, and names nothing that is gone', async () => {
    const { sql } = database;
    const { householdId } = api.other;
    const account_id = await newAccount(sql, householdId);
    const id = await newTransaction(sql, householdId, { account_id });
    const category = await newNamed(sql, 'categories', householdId);
    const ruleId = await newRule(sql, householdId, {
      actions: [action('set_transaction_category', category)],
    });
    let run: Promise<any> = Promise.resolve();
    await sql.begin(async (tx) => {
      // The run has read the rule and waits for the row; the deletion comes between.
      await tx`select 1 from transactions where id = ${id} for update`;
      run = runRules(database, householdId, { ruleId });
      run.catch(() => undefined);
      await untilWaiting(sql);
      const path = `/api/v1/categories/${category}?clear=true`;
      await api.answers(204, 'DELETE', path, { as: 'other' });
    });
    await run.catch(() => undefined);
    const [row] = await sql`select category_id from transactions where id = ${id}`;
    expect(row!['categoryId']).to.equal(null);
    const [rule] = await sql`select active from rules where id = ${ruleId}`;
    expect(rule!['active']).to.equal(false);
    // Again, as the queue delivers it after a failure: it ends.
    const [{ id: runId }] = await sql<[{ id: string }]>`
      select id from rule_runs where household_id = ${householdId}`;
    await performRuleRun(database, householdId, runId);
    const [ended] = await sql`
      select status, transactions_modified as modified from rule_runs where id = ${runId}`;
    expect({ ...ended }).to.deep.equal({ status: 'completed', modified: 0 });
  });
});
