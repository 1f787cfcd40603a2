import { expect } from 'chai';
import { applyRules } from '../../../shared/queue/runs/kinds.ts';
import { performApplyRules } from '../../../workers/rules/apply-rules.ts';
import { bindJob, runWorker, type RunningWorker } from '../../../workers/frame/run-worker.ts';
import { eventually } from '../../helpers/eventually.ts';
import {
  action,
  condition,
  newAccount,
  newRule,
  newTransaction,
} from '../../helpers/rule-fixtures.ts';
import { answered, withApi } from '../../helpers/start-api.ts';
import { untilWaiting } from '../../helpers/until-waiting.ts';
import { workerContext } from '../../helpers/worker-context.ts';

/** The whole way: request, run row, queue, worker, result. Runs on whichever queue the suite uses. */
describe('rule runs over HTTP', () => {
  const { database, api } = withApi();
  let worker: RunningWorker;
  let account_id: string;
  let transactionId: string;
  let ruleId: string;

  before(async () => {
    const context = workerContext(database, { queues: api.context.queues });
    worker = runWorker(context, 'rules', [bindJob(applyRules, performApplyRules)], 4);
  });
  after(() => worker.stop());
  beforeEach(async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    await sql`delete from rules where household_id = ${householdId}`;
    await sql`delete from accounts where household_id = ${householdId}`;
    account_id = await newAccount(sql, householdId);
    transactionId = await newTransaction(sql, householdId, { account_id, name: 'AMZN 1' });
    ruleId = await newRule(sql, householdId, {
      conditions: [condition('transaction_name', 'like', 'amzn')],
      actions: [action('set_transaction_name', 'Amazon')],
    });
  });

  const start = async (path: string, body?: object): Promise<any> =>
    (await api.answers(202, 'POST', path, body === undefined ? {} : { body })).body.data;
  const ended = (id: string): Promise<any> =>
    eventually(async () => {
      const { body } = await api.request('GET', `/api/v1/rule_runs/${id}`, { as: 'read' });
      expect(body.data.status).to.not.equal('pending');
      return body.data;
    });
  const nameNow = async (): Promise<string> =>
    (await api.get(`/api/v1/transactions/${transactionId}`)).data.name;

  it('POST /rules/{id}/runs queues the run of one rule, which a worker carries out', async () => {
    const queued = await start(`/api/v1/rules/${ruleId}/runs`);
    expect(queued).to.include({
      rule_id: ruleId,
      execution_type: 'manual',
      trigger: 'request',
      status: 'pending',
      ignore_locks: false,
    });
    const run = await ended(queued.id);
    expect(run).to.deep.include({
      status: 'success',
      transactions_queued: 1,
      transactions_processed: 1,
      transactions_modified: 1,
      transactions_blocked: 0,
      results: [{ rule_id: ruleId, matched: 1, modified: 1, error: null }],
      error: null,
    });
    expect(await nameNow()).to.equal('Amazon');
  });

  it('404 when the rule is deleted between the look at it and the run', async () => {
    let answer: ReturnType<typeof api.request> | undefined;
    await database.sql.begin(async (tx) => {
      await tx`delete from rules where id = ${ruleId}`;
      answer = api.request('POST', `/api/v1/rules/${ruleId}/runs`);
      await untilWaiting(database.sql);
    });
    await answered([404, 'record_not_found'], answer!);
  });

  it('POST /rule_runs runs all active rules, and ignores locks only on request', async () => {
    await api.request('PATCH', `/api/v1/transactions/${transactionId}`, {
      body: { name: 'amzn of mine' },
    });
    const blocked = await ended((await start('/api/v1/rule_runs')).id);
    expect(blocked).to.include({
      rule_id: null,
      transactions_modified: 0,
      transactions_blocked: 1,
    });
    expect(await nameNow()).to.equal('amzn of mine');
    const bold = await ended((await start('/api/v1/rule_runs', { ignore_locks: true })).id);
    expect(bold).to.include({ ignore_locks: true, transactions_modified: 1 });
    expect(await nameNow()).to.equal('Amazon');
  });

  it('runs that are asked for at once all come to their end, one after another', async () => {
    const runs = await Promise.all(
      Array.from({ length: 5 }, () => start(`/api/v1/rules/${ruleId}/runs`)),
    );
    const results = await Promise.all(runs.map((run) => ended(run.id)));
    expect(results.map((run) => run.status)).to.deep.equal(Array(5).fill('success'));
    const modified = results.reduce<number>(
      (sum, run) => sum + Number(run.transactions_modified),
      0,
    );
    expect(modified).to.equal(1);
  });

  it('GET /rule_runs lists them newest first, of one rule if asked', async () => {
    const first = await start(`/api/v1/rules/${ruleId}/runs`);
    const second = await start('/api/v1/rule_runs');
    await Promise.all([ended(first.id), ended(second.id)]);
    const ids = async (path: string): Promise<string[]> =>
      (await api.get(path, { as: 'read' })).data.map((run: any) => run.id);
    expect((await ids('/api/v1/rule_runs')).slice(0, 2)).to.deep.equal([second.id, first.id]);
    expect(await ids(`/api/v1/rule_runs?rule_id=${ruleId}`)).to.deep.equal([first.id]);
    await api.answers(422, 'GET', '/api/v1/rule_runs?rule_id=x');
  });
});
