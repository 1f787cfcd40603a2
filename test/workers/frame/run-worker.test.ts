import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { connect } from '../../../shared/postgres/connect.ts';
import { defineJob } from '../../../shared/queue/define-job.ts';
import { createQueues, type Queues } from '../../../shared/queue/queues.ts';
import type { JobEnd, JobRun, WorkerContext } from '../../../workers/frame/context.ts';
import { PermanentError, RateLimitedError, StoppingError } from '../../../workers/frame/errors.ts';
import { renderMetrics } from '../../../shared/operations/register-metrics.ts';
import { bindJob, runWorker, type RunningWorker } from '../../../workers/frame/run-worker.ts';
import { createCapturedLog } from '../../helpers/captured-log.ts';
import { eventually } from '../../helpers/eventually.ts';
import { withDatabase } from '../../helpers/with-database.ts';
import { workerContext } from '../../helpers/worker-context.ts';

interface Payload {
  run_id: string;
}
const jobWith = (attempts: number) =>
  defineJob<Payload, Payload>({
    name: 'test-job',
    queue: 'rules',
    ids: ['run_id'],
    payloadOf: (payload) => payload,
    jobId: (payload) => payload.run_id,
    attempts,
  });
const job = jobWith(2);

describe('runWorker', () => {
  const database = withDatabase();
  let context: WorkerContext;
  let queues: Queues;
  const workers: RunningWorker[] = [];

  before(() => {
    queues = createQueues(database.config(), createCapturedLog().log);
    context = workerContext(database, { queues });
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  after(() => queues.close());

  function work(
    perform: (payload: Payload, run: JobRun) => Promise<unknown>,
    parts: Partial<WorkerContext> = {},
  ): RunningWorker {
    const worker = runWorker(
      { ...context, ...parts },
      'rules',
      [
        bindJob(job, async (_context, payload, run) => {
          const end = await perform(payload, run);
          return (end ?? null) as JobEnd | null;
        }),
      ],
      2,
    );
    workers.push(worker);
    return worker;
  }
  async function enqueue(): Promise<string> {
    const runId = randomUUID();
    await job.enqueue(queues, { run_id: runId });
    return runId;
  }

  it('hands the payload to the function and finishes the job, once however often its id is enqueued', async () => {
    const runId = randomUUID();
    for (let i = 0; i < 3; i += 1) {
      await job.enqueue(queues, { run_id: runId });
    }
    const seen: string[] = [];
    work(async ({ run_id }) => void seen.push(run_id));
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(seen).to.deep.equal([runId]);
  });

  it('continues after a rate limit without using up an attempt', async () => {
    const lastOnes: boolean[] = [];
    const { log, lines } = createCapturedLog('info');
    work(
      async (_payload, run) => {
        lastOnes.push(run.isLastAttempt);
        if (lastOnes.length < 4) throw new RateLimitedError(20, 'a limit');
      },
      { log },
    );
    const runId = await enqueue();
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(lastOnes).to.deep.equal([false, false, false, false]);
    expect(lines).to.have.length(2);
    expect(lines[0]).to.include({ message: 'test-job continues in 1 s: a limit' });
  });

  it('leaves jobs to others while Postgres does not answer it, and continues when it does', async () => {
    const { sql } = database;
    const role = `parted_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(context.config.databaseUrl);
    await sql.unsafe(`create role ${role} login password 'x'`);
    [url.username, url.password] = [role, 'x'];
    const parted = connect({ databaseUrl: url.href, poolMax: 1, applicationName: 'test' });
    try {
      const doneBy: string[] = [];
      const first = work(
        async () => {
          await parted`select 1`;
          doneBy.push('the parted one');
        },
        { sql: parted },
      );
      await enqueue();
      await eventually(() => expect(doneBy).to.have.length(1));
      await sql.unsafe(`alter role ${role} nologin`);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = ${role}`;
      const { started } = (await first.health()) as { started: number };
      await enqueue();
      await eventually(async () =>
        expect(await first.health()).to.include({ started: started + 1, resting: true }),
      );
      const second = work(async () => void doneBy.push('the other one'));
      for (let jobs = 0; jobs < 5; jobs += 1) await enqueue();
      // The sixth is the one that failed, at its second try.
      await eventually(() => expect(doneBy).to.have.length(7));
      expect(doneBy.slice(1)).to.deep.equal(Array(6).fill('the other one'));
      await second.stop();
      await sql.unsafe(`alter role ${role} login`);
      await enqueue();
      await eventually(() => expect(doneBy[7]).to.equal('the parted one'));
    } finally {
      await parted.end({ timeout: 1 });
      await sql.unsafe(`drop role ${role}`);
    }
  });

  it('warns of a failure that is tried again, and reports the last one as an error', async () => {
    const { log, lines } = createCapturedLog();
    work(() => Promise.reject(new Error('no luck')), { log });
    const runId = await enqueue();
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    await eventually(() =>
      expect(lines.map(({ level, message }) => `${level} ${message}`)).to.deep.equal([
        'warn test-job failed and is tried again: no luck',
        'error test-job failed: no luck',
      ]),
    );
  });

  it('does not try again after a permanent error', async () => {
    let tries = 0;
    work(async () => {
      tries += 1;
      throw new PermanentError('cannot ever work');
    });
    const runId = await enqueue();
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(tries).to.equal(1);
  });

  it('tells a running job to stop, and another worker takes the job over', async () => {
    let started = 0;
    const first = work(async (_payload, run) => {
      started += 1;
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      throw new StoppingError();
    });
    const runId = await enqueue();
    await eventually(() => expect(started).to.equal(1));
    await first.stop();
    expect(await queues.isPending('rules', runId)).to.equal(true);

    const lastOnes: boolean[] = [];
    work(async (_payload, run) => void lastOnes.push(run.isLastAttempt));
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(lastOnes).to.deep.equal([false]);
  });

  it('tells a job that it is tried for the last time', async () => {
    const lastOnes: boolean[] = [];
    work(async (_payload, run) => void lastOnes.push(run.isLastAttempt));
    for (const attempts of [2, 1]) {
      const runId = randomUUID();
      await jobWith(attempts).enqueue(queues, { run_id: runId });
      await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    }
    expect(lastOnes).to.deep.equal([false, true]);
  });

  it('counts every delivery by how it ended, and reports how long ready jobs have waited', async () => {
    await enqueue();
    await eventually(async () => {
      expect(await queues.hasWaiting('rules')).to.equal(true);
      const { counts, oldestWaitingMs } = await queues.depth('rules');
      expect(counts['waiting']).to.equal(1);
      expect(oldestWaitingMs).to.be.greaterThan(0);
    });
    const worker = work(async () => undefined);
    await eventually(async () => {
      expect(await worker.health()).to.include({ started: 1, oldest_waiting_ms: 0 });
      expect((await queues.depth('rules')).counts).to.include({ waiting: 0, active: 0 });
      expect(await queues.hasWaiting('rules')).to.equal(false);
    });
    const { text } = await renderMetrics();
    for (const outcome of ['done', 'delayed', 'failed', 'handed_back']) {
      expect(text).to.match(
        new RegExp(
          `ledgerline_jobs_total\\{queue="rules",job="test-job",outcome="${outcome}",code="[a-z_]*"\\} [1-9]`,
        ),
      );
    }
    // Nothing of the kind has happened yet, but an alert counts from this.
    expect(text).to.include(
      'ledgerline_jobs_total{queue="rules",job="test-job",outcome="failed",code="worker_lost"} 0',
    );
  });

  const jobOf = async (runId: string) => (await queues.all()[2]!.getJob(runId))!;

  it('fails the job of a run that failed, with its code as the reason, and does not try again', async () => {
    let tries = 0;
    work(async (_payload, run) => {
      tries += 1;
      run.report.step('3 accounts to read');
      run.report.progress({ accounts: 3 });
      run.report.count({ pages: 2, rows: 100 });
      run.report.count({ pages: 1, rows: 7 });
      return { status: 'failed', code: 'unauthorized', failed: true };
    });
    const runId = await enqueue();
    await eventually(async () => expect(await (await jobOf(runId)).getState()).to.equal('failed'));
    const failed = await jobOf(runId);
    expect(failed.failedReason).to.equal('unauthorized');
    // What the board shows of it.
    expect(failed.stacktrace).to.deep.equal([
      'unauthorized\nThe provider refuses the key: its owner has to enter a new one.',
    ]);
    expect(tries).to.equal(1);
    expect(failed.progress).to.include({ accounts: 3, pages: 3, rows: 107 });
    await eventually(async () => {
      const { logs } = await queues.all()[2]!.getJobLogs(runId);
      expect(logs.map((line) => line.split(' ').slice(1).join(' '))).to.deep.equal([
        '3 accounts to read',
        'failed: unauthorized',
      ]);
    });
    const { text } = await renderMetrics();
    expect(text).to.include(
      'ledgerline_jobs_total{queue="rules",job="test-job",outcome="failed",code="unauthorized"} 1',
    );
    expect(text).to.match(
      /ledgerline_job_work_total\{queue="rules",job="test-job",unit="rows"\} 107/,
    );
  });

  it('keeps what a run did as the value of its job, and a bounded log of steps', async () => {
    work(async (_payload, run) => {
      for (let step = 0; step < 120; step += 1) run.report.step(`step ${step}`);
      return { status: 'completed_with_errors', code: 'row_invalid', counts: { rows: 5 } };
    });
    const runId = await enqueue();
    await eventually(async () =>
      expect(await (await jobOf(runId)).getState()).to.equal('completed'),
    );
    expect((await jobOf(runId)).returnvalue).to.deep.equal({
      status: 'completed_with_errors',
      code: 'row_invalid',
      counts: { rows: 5 },
    });
    // A slow queue may have the last lines after the job's end.
    await eventually(async () => {
      const { logs } = await queues.all()[2]!.getJobLogs(runId);
      expect(logs).to.have.length(100);
      expect(logs.at(-1)).to.include('completed_with_errors: row_invalid');
    });
  });

  it('shows until when a job waits', async () => {
    let tries = 0;
    work(async () => {
      tries += 1;
      if (tries === 1) throw new RateLimitedError(600_000, 'a limit');
    });
    const runId = await enqueue();
    await eventually(async () => expect(await (await jobOf(runId)).getState()).to.equal('delayed'));
    const { waiting_until: until } = (await jobOf(runId)).progress as { waiting_until: string };
    expect(Date.parse(until) - Date.now()).to.be.within(300_000, 600_000);
    await (await jobOf(runId)).promote();
    await eventually(async () =>
      expect((await jobOf(runId)).progress).to.include({ waiting_until: null }),
    );
  });

  it('is healthy while a person pauses its queue, however long jobs wait', async () => {
    const [, , queue] = queues.all();
    await queue!.pause();
    const worker = work(async () => undefined);
    await enqueue();
    expect(await worker.health()).to.include({ paused: true });
    await queue!.resume();
    await eventually(async () =>
      expect(await worker.health()).to.include({ paused: false, started: 1 }),
    );
  });

  it('is healthy while another tool limits its queue, and says that jobs wait on purpose', async () => {
    const [, , queue] = queues.all();
    const worker = work(async () => undefined);
    await queue!.setGlobalConcurrency(1);
    expect(await worker.health()).to.include({ paused: true });
    await queue!.removeGlobalConcurrency();
    await queue!.setGlobalRateLimit(1, 3_600_000);
    expect(await worker.health()).to.include({ paused: true });
    await queue!.removeGlobalRateLimit();
    expect(await worker.health()).to.include({ paused: false });
  });

  it('refuses a payload that does not fit its schema before it reaches the queue', () => {
    expect(() => job.enqueue(queues, { run_id: 'not a uuid' })).to.throw(/bad payload/);
  });
});
