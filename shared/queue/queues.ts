import type { Job, Queue } from 'bullmq';
import { serviceUnavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { outageOf } from '../platform/log-once.ts';
import { connectRedis } from '../platform/redis.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { selectBackend } from './backend.ts';
import type { BackendOptions } from './backend.ts';
import { packOrigin } from './job-origin.ts';

/** One queue per kind of worker process, so that each scales independently. */
export const QUEUE_NAMES = ['sync', 'imports', 'rules', 'delivery'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

interface NewJob {
  data: object;
  /** Unique among retained jobs. It is the run's id, so that adding twice is harmless. No colon, not all digits. */
  jobId: string;
  /** Tries until the job counts as failed. */
  attempts: number;
  /** Lowest first. Jobs with 0 come before all others, in order of arrival. */
  priority: number;
}

/** A job's stage: waiting for its time, ready, being worked on, or ended. */
type JobStage = 'delayed' | 'ready' | 'active' | 'finished';
const READY = ['waiting', 'prioritized', 'paused'];

interface QueueFront {
  /** 0 when nothing is ready to run. */
  oldestWaitingMs: number;
  /** A person paused the queue, or limited it with a queue tool: its jobs wait on purpose. */
  isPaused: boolean;
}

interface QueueDepth extends QueueFront {
  counts: Record<string, number>;
}

/** What a producer may do. The queue is only a hint: the run's row in Postgres was committed before. */
export interface Queues {
  /** Throws service_unavailable within seconds if the queue is away. */
  add(queue: QueueName, job: string, added: readonly NewJob[]): Promise<void>;
  /** The stages of the jobs with these ids; unknown jobs are missing. Costs one round trip, however many there are. */
  stages(queue: QueueName, jobIds: readonly string[]): Promise<ReadonlyMap<string, JobStage>>;
  /** Whether there is an unfinished job with that id. */
  isPending(queue: QueueName, jobId: string): Promise<boolean>;
  /** Makes a delayed job ready; false when it is not delayed. */
  promote(queue: QueueName, jobId: string): Promise<boolean>;
  /** Removes a finished job, so that its id can be used again. */
  remove(queue: QueueName, jobId: string): Promise<void>;
  /** Whether a job is ready to run. Costs next to nothing, however many the queue holds. */
  hasWaiting(queue: QueueName): Promise<boolean>;
  /** How long the next ready job has been waiting. */
  front(queue: QueueName): Promise<QueueFront>;
  /** The front, and jobs by state. On Postgres this counts every job retained for a week. */
  depth(queue: QueueName): Promise<QueueDepth>;
  readonly isRedis: boolean;
  /** Throws when the queue is away or takes no writes. */
  ping(): Promise<void>;
  /** What Redis does when it is full, which has to be `noeviction`; null when the queue is in Postgres. */
  evictionPolicy(): Promise<string | null>;
  /** The underlying queue, for what only operators do. */
  of(queue: QueueName): Queue;
  /** All queues, in the order of `QUEUE_NAMES`. */
  all(): Queue[];
  close(): Promise<void>;
}

/** How many lines of a job's log the queue keeps, the latest ones: a run may wait and continue for hours. */
const STEPS_MAX = 100;
const ADD_TIMEOUT_MS = 3000;
const BACKOFF = { type: 'exponential', delay: 2000, jitter: 0.5 };

const answered = <T>(promise: Promise<T>): Promise<T> =>
  withTimeout(promise, ADD_TIMEOUT_MS, 'the queue did not answer in time');

function toBulkJob(name: string, { data, ...opts }: NewJob) {
  return {
    name,
    data,
    opts: {
      ...opts,
      keepLogs: STEPS_MAX,
      backoff: BACKOFF,
      // Otherwise a retry would overwrite this with its own context.
      telemetry: { metadata: packOrigin(), omitContext: true },
    },
  };
}

/** The next job in line: those without a priority come first. */
async function findNext(queue: Queue): Promise<Job | null> {
  // The one query that finds waiting jobs by their index in Postgres (bullmq 6.7.0). Remove this when `getWaiting` does.
  const plain = await queue.getCountsPerPriority([0]);
  const state = (plain['0'] ?? 0) > 0 ? 'waiting' : 'prioritized';
  const [next] = await queue.getJobs([state], 0, 0, true);
  return next ?? null;
}

async function readFront(queue: Queue): Promise<QueueFront> {
  const [next, { paused, concurrency, max }] = await Promise.all([
    findNext(queue),
    queue.getMeta(),
  ]);
  const isPaused = paused === true || concurrency !== undefined || max !== undefined;
  const since = next === null ? null : next.timestamp + next.delay;
  return { oldestWaitingMs: since === null ? 0 : Math.max(0, Date.now() - since), isPaused };
}

async function readDepth(queue: Queue): Promise<QueueDepth> {
  const [{ prioritized = 0, waiting = 0, ...counts }, front] = await Promise.all([
    queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed'),
    readFront(queue),
  ]);
  return { counts: { waiting: waiting + prioritized, ...counts }, ...front };
}

function stageOf(id: string, state: string): [string, JobStage][] {
  if (state === 'unknown') return [];
  if (state === 'completed' || state === 'failed') return [[id, 'finished']];
  if (state === 'delayed') return [[id, state]];
  return [[id, READY.includes(state) ? 'ready' : 'active']];
}

/** Rates are derived from this many recently ended jobs. */
export const ENDED = 200;

/** The most recently ended jobs of a queue, newest first. */
export async function listEnded(queue: Queue): Promise<Job[]> {
  const jobs = await Promise.all([
    queue.getJobs(['completed'], 0, ENDED - 1),
    queue.getJobs(['failed'], 0, ENDED - 1),
  ]);
  return jobs
    .flat()
    .sort((a, b) => (b.finishedOn ?? 0) - (a.finishedOn ?? 0))
    .slice(0, ENDED);
}

async function promote(queue: Queue, jobId: string): Promise<boolean> {
  const job = await queue.getJob(jobId);
  if (job === undefined || (await job.getState()) !== 'delayed') return false;
  // It may become ready on its own in between, which is just as good.
  return job.promote().then(
    () => true,
    async () => (await job.getState()) !== 'delayed',
  );
}

async function readEvictionPolicy(
  probe: ReturnType<typeof connectRedis> | null,
): Promise<string | null> {
  const info = probe === null ? '' : await answered(probe.info('memory'));
  return /^maxmemory_policy:(\S+)/m.exec(info)?.[1] ?? null;
}

/** Producers for every queue; they connect on first use. */
export function createQueues(options: BackendOptions, log: Log): Queues {
  const backend = selectBackend(options);
  const open = new Map<QueueName, Queue>();
  const queue = (name: QueueName): Queue => {
    const known = open.get(name);
    if (known !== undefined) return known;
    const made = backend.createQueue(name);
    made.on('error', (error) => outageOf(log, `queue ${name}`).failed(error, { queue: name }));
    open.set(name, made);
    // A queue whose first connection fails stays broken (bullmq 6.7.0): the next call makes another. Remove when it reconnects.
    made.waitUntilReady().then(
      () => outageOf(log, `queue ${name}`).worked(),
      () => {
        if (open.get(name) === made) open.delete(name);
        void made.close().catch(() => undefined);
      },
    );
    return made;
  };

  const stages: Queues['stages'] = async (name, jobIds) => {
    const states = await answered(backend.jobStates(queue(name), jobIds));
    return new Map([...states].flatMap(([id, state]) => stageOf(id, state)));
  };

  const { redisUrl, queuePrefix } = options;
  const probe =
    redisUrl === null
      ? null
      : connectRedis(redisUrl, { keyPrefix: `${queuePrefix}:` }, outageOf(log, 'queue'));

  return {
    isRedis: redisUrl !== null,
    async add(name, job, added) {
      await answered(queue(name).addBulk(added.map((each) => toBulkJob(job, each)))).catch(
        (cause: unknown) => {
          throw serviceUnavailable(cause);
        },
      );
    },
    stages,
    async isPending(name, jobId) {
      const stage = (await stages(name, [jobId])).get(jobId);
      return stage !== undefined && stage !== 'finished';
    },
    promote: (name, jobId) => answered(promote(queue(name), jobId)),
    async remove(name, jobId) {
      await answered(queue(name).remove(jobId));
    },
    hasWaiting: async (name) => (await answered(findNext(queue(name)))) !== null,
    front: (name) => answered(readFront(queue(name))),
    depth: (name) => answered(readDepth(queue(name))),
    async ping() {
      // A read-only server (full, or without its replicas) takes no jobs.
      if (probe !== null) await answered(probe.set('readiness', '1', 'EX', 60));
      await answered(backend.checkWriting(queue('sync')));
      await answered(queue('sync').isPaused());
    },
    evictionPolicy: () => readEvictionPolicy(probe),
    of: queue,
    all: () => QUEUE_NAMES.map(queue),
    async close() {
      probe?.disconnect();
      await Promise.allSettled([...open.values()].map((each) => each.close()));
      open.clear();
    },
  };
}
