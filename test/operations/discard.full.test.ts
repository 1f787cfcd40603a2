import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { applyRules, syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { createQueues, type Queues } from '../../shared/queue/queues.ts';
import { setBank } from '../../shared/sync/store/connection-syncs.ts';
import { finishSync } from '../../shared/sync/store/sync-progress.ts';
import { PermanentError } from '../../workers/frame/errors.ts';
import { requeueRuns } from '../../workers/scheduler/requeue-runs.ts';
import { createCapturedLog } from '../helpers/captured-log.ts';
import { failJob } from '../helpers/operator.ts';
import { beginSync, insertTestConnection, SYNC_ENV } from '../helpers/sync-harness.ts';
import { createTestClock } from '../helpers/test-clock.ts';
import { withDatabase } from '../helpers/with-database.ts';
import { askOps } from '../helpers/ops-command.ts';

describe('discarding failed jobs', () => {
  const database = withDatabase();
  const clock = createTestClock();
  const { log } = createCapturedLog();
  let queues: Queues;

  before(() => (queues = createQueues(database.config(), log)));
  beforeEach(async () => {
    await ops('discard', 'all');
    await database.sql`delete from operator_actions`;
  });
  after(() => queues.close());

  const context = () => ({ sql: database.sql, queues, log, clock, config: database.config() });
  const ops = async (...args: string[]) => (await askOps(context(), ...args)).text;
  const state = (id: string, queue = 0) => queues.all()[queue]!.getJobState(id);
  /** Which of these jobs are there still. */
  const kept = async (ids: readonly string[]) => {
    const states = await Promise.all(ids.map((id) => state(id)));
    return ids.filter((_id, index) => states[index] === 'failed');
  };
  const noted = () => database.sql`
    select actor, action, target, result
    from operator_actions
    order by id`;
  const runs = () => database.sql`
    select id, status, errors, finished_at, updated_at
    from syncs
    order by id`;

  /** A sync at this bank whose job failed with this code; `ended` is false where its run continues. */
  async function failedSync(code: string, bank: string, ended = true): Promise<string> {
    const { sql } = database;
    const config = database.config(SYNC_ENV);
    const owner = await insertTestConnection({ config, sql }, randomUUID());
    await setBank(sql, owner.householdId, owner.connectionId, bank);
    const now = clock.now();
    const sync = await beginSync(sql, owner, { now, queues });
    const errors = [{ code, message: 'No.' }];
    if (ended) await finishSync(sql, sync, { status: 'failed', errors, now });
    await failJob(context(), syncConnectionJob, sync.id, code);
    return sync.id;
  }

  it('takes those of a code at a bank, the latest first, and leaves their runs as they ended', async () => {
    const here: string[] = [];
    for (let n = 0; n < 3; n += 1) here.push(await failedSync('unauthorized', 'first bank'));
    const others = [
      await failedSync('unauthorized', 'second bank'),
      await failedSync('forbidden', 'first bank'),
    ];
    const all = [...here, ...others];
    const before = await runs();
    const which = ['unauthorized', '--provider', 'First Bank'];

    expect(await ops('discard', ...which, '--dry-run')).to.equal(
      'discard would take 3 jobs\n  3 of sync: unauthorized at first bank',
    );
    expect(await ops('discard', ...which, '--limit', '2', '--dry-run')).to.include('take 2 jobs');
    expect(await kept(all)).to.deep.equal(all);
    expect(await noted()).to.deep.equal([]);

    expect(await ops('discard', ...which, '--limit', '2')).to.equal('2 discarded');
    expect(await kept(all)).to.deep.equal([here[0], ...others]);
    expect(await ops('discard', ...which)).to.equal('1 discarded');
    expect(await kept(all)).to.deep.equal(others);
    expect(await ops('discard', ...which)).to.equal('0 discarded');
    expect(await runs()).to.deep.equal(before);
    const action = {
      actor: 'ops: tester',
      action: 'discard',
      target: 'unauthorized of First Bank',
    };
    expect(await noted()).to.deep.equal(
      [2, 1, 0].map((done) => ({ ...action, result: JSON.stringify({ done, refused: {} }) })),
    );
  });

  it('leaves it to the doctor to name what is still wrong: not what has healed or is gone', async () => {
    const { sql } = database;
    const [healed, gone] = [await failedSync('forbidden', 'a'), await failedSync('forbidden', 'a')];
    expect(await ops('doctor')).to.include('2 jobs of sync failed with forbidden at a: ');
    await sql`
      update provider_connections
      set last_synced_at = ${new Date(clock.now().getTime() + 1000)}
      where id = (select connection_id from syncs where id = ${healed})`;
    expect(await ops('doctor')).to.include('1 job of sync failed with forbidden at a: ');
    await sql`delete from provider_connections where id = (select connection_id from syncs where id = ${gone})`;
    expect(await ops('doctor')).to.not.include('failed with forbidden');
    expect(await ops('discard', 'forbidden')).to.equal('2 discarded');
  });

  it('takes what failed for an unforeseen error by the code of its alert', async () => {
    const ruleRun = randomUUID();
    await applyRules.enqueue(queues, { householdId: randomUUID(), id: ruleRun });
    await failJob(
      context(),
      applyRules,
      ruleRun,
      new PermanentError('relation "rules" does not exist'),
    );
    expect(await ops('discard', 'internal_error', '--dry-run')).to.include(
      '1 of rules: relation "rules" does not exist',
    );
    expect(await ops('discard', 'internal_error')).to.equal('1 discarded');
    expect(await state(ruleRun, 2)).to.equal('unknown');
  });

  it('takes one by its id, and all of every queue, but nothing that has not failed', async () => {
    const [first, second] = [
      await failedSync('forbidden', 'a'),
      await failedSync('forbidden', 'a'),
    ];
    const ruleRun = randomUUID();
    await applyRules.enqueue(queues, { householdId: randomUUID(), id: ruleRun });
    await failJob(context(), applyRules, ruleRun, 'rule_failed');
    const waits = randomUUID();
    await applyRules.enqueue(queues, { householdId: randomUUID(), id: waits });

    expect(await ops('discard', first)).to.equal('1 discarded');
    expect(await kept([first, second])).to.deep.equal([second]);
    expect(await ops('discard', 'all')).to.equal('2 discarded');
    expect(await kept([second])).to.deep.equal([]);
    expect(await state(ruleRun, 2)).to.equal('unknown');
    expect(await state(waits, 2)).to.equal('waiting');
    expect((await noted()).map(({ target }) => target as string)).to.deep.equal([first, 'all']);
  });

  it('leaves a run that has not ended to the scheduler, which gives it another job', async () => {
    const sync = await failedSync('internal_error', 'a', false);
    expect(await ops('discard', 'internal_error')).to.equal('1 discarded');
    expect(await state(sync)).to.equal('unknown');
    clock.set(new Date(Date.now() + 90_000));
    await requeueRuns.run({ ...context(), config: database.config() });
    clock.release();
    expect(await state(sync)).to.be.oneOf(['waiting', 'prioritized']);
  });
});
