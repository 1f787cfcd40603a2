import { expect } from 'chai';
import { applyRules } from '../../../shared/queue/runs/kinds.ts';
import { performApplyRules } from '../../../workers/rules/apply-rules.ts';
import { bindJob, runWorker, type RunningWorker } from '../../../workers/frame/run-worker.ts';
import { eventually } from '../../helpers/eventually.ts';
import { newAccount, newTransaction } from '../../helpers/rule-fixtures.ts';
import { withApi } from '../../helpers/start-api.ts';
import { workerContext } from '../../helpers/worker-context.ts';

const LIST = '/api/v1/transfer_suggestions';

describe('transfer suggestions', () => {
  const { database, api } = withApi();
  let worker: RunningWorker;
  let checking: string;
  let savings: string;

  before(() => {
    const context = workerContext(database, { queues: api.context.queues });
    worker = runWorker(context, 'rules', [bindJob(applyRules, performApplyRules)], 4);
  });
  after(() => worker.stop());
  beforeEach(async () => {
    const { sql } = database;
    const { householdId } = api.tenant;
    await sql`delete from accounts where household_id = ${householdId}`;
    checking = await newAccount(sql, householdId, { name: 'Checking' });
    savings = await newAccount(sql, householdId, { name: 'Savings' });
  });

  const add = (account_id: string, amount: string, name: string): Promise<string> =>
    newTransaction(database.sql, api.tenant.householdId, { account_id, amount, name });
  const get = async (path: string): Promise<any> => await api.get(path);
  const transaction = async (id: string): Promise<any> =>
    (await get(`/api/v1/transactions/${id}`)).data;
  async function refresh(): Promise<void> {
    const { body } = await api.answers(202, 'POST', `${LIST}/refresh`);
    await eventually(async () => {
      const run = await get(`/api/v1/rule_runs/${body.data.id}`);
      expect(run.data).to.include({ status: 'success', transactions_queued: 0 });
    });
  }
  const post = (path: string) => api.request('POST', path);

  it('are listed after a refresh by page and account; what is certain is linked', async () => {
    const out = await add(checking, '-812.40', 'Umbuchung');
    const into = await add(savings, '812.40', 'Umbuchung');
    const doubtful = await add(checking, '-20', 'Kim');
    await add(savings, '20', 'Kim');
    const other = await newAccount(database.sql, api.tenant.householdId, { name: 'Other' });
    await refresh();
    const { transfer_id: id } = await transaction(out);
    expect(id).to.be.a('string');
    expect(await transaction(into)).to.include({ transfer_id: id, kind: 'funds_movement' });
    const { data, meta } = await get(`${LIST}?account_id=${savings}&per_page=1`);
    expect(meta.total_count).to.equal(1);
    expect(data[0].outflow.id).to.equal(doubtful);
    expect((await get(`${LIST}?account_id=${other}`)).data).to.deep.equal([]);
    await api.answers(422, 'GET', `${LIST}?account_id=x`);
  });

  it('one is accepted once', async () => {
    const out = await add(checking, '-20', 'Kim');
    await add(savings, '20', 'Kim');
    await refresh();
    const [{ id }] = (await get(LIST)).data;
    const { status, body } = await post(`${LIST}/${id}/accept`);
    expect(status).to.equal(200);
    expect((await transaction(out)).transfer_id).to.equal(body.data.transfer_id);
    expect((await post(`${LIST}/${id}/accept`)).status).to.equal(404);
    expect((await get(LIST)).meta.total_count).to.equal(0);
  });

  it('one that is dismissed does not come back, nor does a transfer that is deleted', async () => {
    await add(checking, '-20', 'Kim');
    await add(savings, '20', 'Kim');
    const out = await add(checking, '-812.40', 'Umbuchung');
    await add(savings, '812.40', 'Umbuchung');
    await refresh();
    const [{ id }] = (await get(LIST)).data;
    expect((await post(`${LIST}/${id}/dismiss`)).status).to.equal(204);
    const { transfer_id: transferId } = await transaction(out);
    await api.answers(204, 'DELETE', `/api/v1/transfers/${transferId}`);
    expect(await transaction(out)).to.include({ transfer_id: null, kind: 'standard' });
    await refresh();
    expect((await get(LIST)).data).to.deep.equal([]);
    expect((await transaction(out)).transfer_id).to.equal(null);
  });
});
