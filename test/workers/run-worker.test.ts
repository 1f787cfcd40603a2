import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { systemClock } from '../../shared/clock.ts';
import { defineJob, idsSchema } from '../../shared/jobs/define-job.ts';
import { createQueues } from '../../shared/jobs/queues.ts';
import type { Queues } from '../../shared/jobs/queues.ts';
import { createLog } from '../../shared/log.ts';
import type { JobRun, WorkerContext } from '../../workers/context.ts';
import { PermanentError, RateLimitedError, StoppingError } from '../../workers/errors.ts';
import { renderMetrics } from '../../workers/metrics.ts';
import { bindJob, runWorker } from '../../workers/run-worker.ts';
import type { RunningWorker } from '../../workers/run-worker.ts';
import { eventually } from '../helpers/eventually.ts';
import { withDatabase } from '../helpers/with-database.ts';

interface Payload {
  run_id: string;
}
const jobWith = (attempts: number) =>
  defineJob<Payload>({
    name: 'test-job',
    queue: 'rules',
    payloadSchema: idsSchema('run_id'),
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
    const config = database.config({ LOG_LEVEL: 'error' });
    const log = createLog({ level: 'error', process: 'test' });
    log.silent = true;
    queues = createQueues(config, log);
    context = { config, sql: database.sql, queues, log, clock: systemClock };
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  });
  after(() => queues.close());

  function work(perform: (payload: Payload, run: JobRun) => Promise<void>): RunningWorker {
    const worker = runWorker(
      context,
      'rules',
      [bindJob(job, (_context, payload, run) => perform(payload, run))],
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

  it('hands the payload to the function and finishes the job', async () => {
    const seen: string[] = [];
    work(async ({ run_id }) => void seen.push(run_id));
    const runId = await enqueue();
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(seen).to.deep.equal([runId]);
  });

  it('adds a job of one id once, however often it is enqueued', async () => {
    const runId = randomUUID();
    for (let i = 0; i < 3; i += 1) {
      await job.enqueue(queues, { run_id: runId });
    }
    const seen: string[] = [];
    work(async ({ run_id }) => void seen.push(run_id));
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(seen).to.deep.equal([runId]);
  });

  it('goes on after a rate limit without using up an attempt', async () => {
    const told: boolean[] = [];
    work(async (_payload, run) => {
      told.push(run.isLastAttempt);
      if (told.length < 4) throw new RateLimitedError(20);
    });
    const runId = await enqueue();
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(told).to.deep.equal([false, false, false, false]);
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

    const told: boolean[] = [];
    work(async (_payload, run) => void told.push(run.isLastAttempt));
    await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    expect(told).to.deep.equal([false]);
  });

  it('tells a job that it is tried for the last time', async () => {
    const told: boolean[] = [];
    work(async (_payload, run) => void told.push(run.isLastAttempt));
    for (const attempts of [2, 1]) {
      const runId = randomUUID();
      await jobWith(attempts).enqueue(queues, { run_id: runId });
      await eventually(async () => expect(await queues.isPending('rules', runId)).to.equal(false));
    }
    expect(told).to.deep.equal([false, true]);
  });

  it('counts every delivery by how it ended, and tells how long ready jobs have waited', async () => {
    await enqueue();
    await eventually(async () => {
      const { counts, oldestWaitingMs } = await queues.depth('rules');
      expect(counts['waiting']).to.equal(1);
      expect(oldestWaitingMs).to.be.greaterThan(0);
    });
    const worker = work(async () => undefined);
    await eventually(() => expect(worker.startedJobs()).to.equal(1));
    await eventually(async () => {
      expect((await queues.depth('rules')).counts).to.include({ waiting: 0, active: 0 });
    });
    expect(await worker.health()).to.include({ started: 1, oldest_waiting_ms: 0 });
    const { text } = await renderMetrics();
    for (const outcome of ['done', 'delayed', 'failed', 'handed_back']) {
      expect(text).to.match(
        new RegExp(
          `ledgerline_jobs_total\\{queue="rules",job="test-job",outcome="${outcome}"\\} [1-9]`,
        ),
      );
    }
  });

  it('refuses a payload that does not fit its schema before it reaches the queue', () => {
    expect(() => job.enqueue(queues, { run_id: 'not a uuid' })).to.throw(/bad payload/);
  });
});
