import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { publishImport, applyRules } from '../../../shared/queue/runs/kinds.ts';
import { insertRequestedRuleRun } from '../../../shared/rules/store/rule-runs.ts';
import { eventually } from '../../helpers/eventually.ts';
import { ADMIN_ENV, failedSync, failJob, openSession, OWN_PAGE } from '../../helpers/operator.ts';
import { answered, withApi } from '../../helpers/start-api.ts';

const API = '/admin/queues/api/queues';

describe('Retry on the queue dashboard', () => {
  const { database, api } = withApi({ env: ADMIN_ENV });
  let Cookie = '';

  before(async () => {
    Cookie = await openSession(api);
  });

  const retry = (queue: string, id: string) =>
    api.request('PUT', `${API}/${queue}/${id}/retry`, { headers: { Cookie, ...OWN_PAGE } });
  const look = async (queue: string, id: string) =>
    await api.get(`${API}/${queue}/${id}`, { headers: { Cookie } });
  const state = async (queue: number, id: string) =>
    api.context.queues.all()[queue]!.getJobState(id);

  it('starts a new sync of the connection, and the failed job is gone', async () => {
    const { connectionId, sync } = await failedSync(api, 'gone');
    const shown = await look('sync', sync.id);
    expect(shown.status).to.equal('failed');
    expect(shown.job.failedReason).to.equal('gone');
    expect(shown.job.name).to.equal('Sync · Bank · household Household A');
    expect(shown.job.data).to.have.all.keys('household_id', 'sync_id');
    await answered(204, retry('sync', sync.id));
    const [live] = await database.sql`
      select id, status, trigger, enqueued_at
      from syncs
      where connection_id = ${connectionId} and status = 'queued'`;
    expect(live).to.include({ status: 'queued', trigger: 'manual' });
    expect(live!['enqueuedAt']).to.not.equal(null);
    expect(await state(0, live!['id'] as string)).to.equal('prioritized');
    expect(await state(0, sync.id)).to.equal('unknown');
    await eventually(async () => {
      const [noted] = await database.sql`
        select actor, action, target, result from operator_actions order by id desc limit 1`;
      expect(noted).to.deep.include({
        actor: 'board',
        action: 'PUT',
        target: `/queues/sync/${sync.id}/retry`,
        result: 'answered 204',
      });
    });
  });

  it('retries all that failed', async () => {
    const first = await failedSync(api, 'gone');
    const second = await failedSync(api, 'gone');
    const { body } = await api.answers(200, 'PUT', `${API}/sync/retry/failed`, {
      headers: { Cookie, ...OWN_PAGE },
    });
    expect(body.retried).to.be.at.least(2);
    for (const { connectionId } of [first, second]) {
      const live = await database.sql`
        select 1 from syncs where connection_id = ${connectionId} and status = 'queued'`;
      expect(live).to.have.length(1);
    }
  });

  it('runs the rules again', async () => {
    const { sql, queues } = api.context;
    const { householdId } = api.tenant;
    const order = { ruleId: null, ignoreLocks: true };
    const run = await insertRequestedRuleRun(sql, householdId, order);
    await applyRules.enqueue(queues, { householdId, id: run.id });
    await sql`
      update rule_runs set status = 'failed', finished_at = now(), error = '{"code":"run_failed"}'
      where id = ${run.id}`;
    await failJob(api.context, applyRules, run.id);
    await answered(204, retry('rules', run.id));
    const [next] = await sql<{ id: string; ignoreLocks: boolean }[]>`
      select id, ignore_locks from rule_runs
      where household_id = ${householdId} and status = 'queued'`;
    expect(next!.ignoreLocks).to.equal(true);
    expect(await state(2, next!.id)).to.equal('waiting');
    // It waits for no time that could be skipped.
    const path = `${API}/rules/${next!.id}/promote`;
    const promoted = api.request('PUT', path, { headers: { Cookie, ...OWN_PAGE } });
    expect((await answered(409, promoted)).body.message).to.equal('The job is not delayed.');
  });

  it('publishes an import again, and says why when it was started again meanwhile', async () => {
    const { sql, queues } = api.context;
    const { householdId } = api.tenant;
    const runId = randomUUID();
    const [row] = await sql<{ id: string }[]>`
      insert into imports (household_id, type, status, request_digest, filename, content_type, byte_size, run_id)
      values (${householdId}, 'TransactionImport', 'failed', '', 'a.csv', 'text/csv', 1, ${runId})
      returning id`;
    const job = publishImport;
    await job.enqueue(queues, { householdId, id: row!.id, runId });
    await failJob(api.context, job, runId);
    await answered(204, retry('imports', runId));
    const [now] = await sql<{ status: string; runId: string }[]>`
      select status, run_id from imports where id = ${row!.id}`;
    expect(now!.status).to.equal('publishing');
    expect(now!.runId).to.not.equal(runId);
    expect(await state(1, now!.runId)).to.equal('waiting');

    await failJob(api.context, job, now!.runId);
    await sql`update imports set status = 'complete', published_at = now() where id = ${row!.id}`;
    const refused = await answered(409, retry('imports', now!.runId));
    expect(refused.body.message).to.equal('It is now complete.');
  });
});
