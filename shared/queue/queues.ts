import type { Job, Queue } from 'bullmq';
import { serviceUnavailable } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { outageOf } from '../platform/log-once.ts';
import { connectRedis } from '../platform/redis.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { selectBackend } from './backend.ts';
import type { BackendOptions } from './backend.ts';
import { packOrigin } from './job-origin.ts';

/** One queue per kind of worker process, so that each is scaled on its own. */
export const QUEUE_NAMES = ['sync', 'imports', 'rules', 'delivery'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

/** A job that is to be added. */
interface NewJob {
  data: object;
  /** Unique among retained jobs; the run's id, so that adding twice is harmless. No colon, not all digits. */
  jobId: string;
  /** Tries until the job counts as failed. */
  attempts: number;
  /** The lowest first; those with 0 before all others, in the order in which they came. */
  priority: number;
}

/** How far a job is: it waits for its time, is ready, is being worked on, or has ended. */
type JobStage = 'delayed' | 'ready' | 'active' | 'finished';
const READY = ['waiting', 'prioritized', 'paused'];

interface QueueFront {
  /** 0 when nothing is ready to run. */
  oldestWaitingMs: number;
  /** A person paused the queue, or limited it with one of the queue's tools: its jobs wait on purpose. */
  isPaused: boolean;
}

interface QueueDepth extends QueueFront {
  counts: Record<string, number>;
}

/** What a producer may do. The queue is a hint: the run row in Postgres was committed before. */
export interface Queues {
  /** Throws service_unavailable, within seconds, when the queue is away. */
  add(queue: QueueName, job: string, added: readonly NewJob[]): Promise<void>;
  /** How far the jobs of these ids are; one that the queue does not have is missing. Costs one round trip, however many they are. */
  stages(queue: QueueName, jobIds: readonly string[]): Promise<ReadonlyMap<string, JobStage>>;
  /** Whether a job of that id is known and not finished. */
  isPending(queue: QueueName, jobId: string): Promise<boolean>;
  /** Makes a delayed job ready; false when it is not delayed. */
  promote(queue: QueueName, jobId: string): Promise<boolean>;
  /** Removes a finished job, so that its id can be used again. */
  remove(queue: QueueName, jobId: string): Promise<void>;
  /** Whether a job is ready to run. Costs next to nothing, however many are kept. */
  hasWaiting(queue: QueueName): Promise<boolean>;
  /** How long the next ready job has waited. */
  front(queue: QueueName): Promise<QueueFront>;
  /** Its front, and jobs by state: on Postgres all that the queue keeps of a week are counted. */
  depth(queue: QueueName): Promise<QueueDepth>;
  /** Whether the queues live in Redis. */
  readonly isRedis: boolean;
  /** Throws when the queue is away or takes no writes. */
  ping(): Promise<void>;
  /** The queue itself, for what only operators do. */
  of(queue: QueueName): Queue;
  /** All of them, in the order of `QUEUE_NAMES`. */
  all(): Queue[];
  close(): Promise<void>;
}

/** Lines of a job's log that the queue keeps, the last ones: a run may wait and continue for hours. */
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
      // Else a retry would write its own context over it.
      telemetry: { metadata: packOrigin(), omitContext: true },
    },
  };
}

/** The job whose turn is next: those without a priority come before the others. */
async function findNext(queue: Queue): Promise<Job | null> {
  // Of the ways to ask, the one that finds waiting jobs by their index in Postgres (bullmq 6.7.0). Goes when `getWaiting` does.
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

/** So many jobs that ended last are what a rate is read from. */
export const ENDED = 200;

/** The jobs of a queue that ended last, the latest first. */
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

/** Makes a delayed job ready; false when it is not delayed. */
async function promote(queue: Queue, jobId: string): Promise<boolean> {
  const job = await queue.getJob(jobId);
  if (job === undefined || (await job.getState()) !== 'delayed') return false;
  // It may become ready on its own in between: just as good.
  return job.promote().then(
    () => true,
    async () => (await job.getState()) !== 'delayed',
  );
}

/** Producers for every queue, connected on first use. */
export function createQueues(options: BackendOptions, log: Log): Queues {
  const backend = selectBackend(options);
  const open = new Map<QueueName, Queue>();
  const queue = (name: QueueName): Queue => {
    let found = open.get(name);
    if (found === undefined) {
      found = backend.createQueue(name);
      const made = found;
      found.on('error', (error) => outageOf(log, `queue ${name}`).failed(error, { queue: name }));
      open.set(name, found);
      // A queue whose first connection fails stays broken (bullmq 6.7.0): the next call makes another. Goes when it connects again.
      made.waitUntilReady().then(
        () => outageOf(log, `queue ${name}`).worked(),
        () => {
          if (open.get(name) === made) open.delete(name);
          void made.close().catch(() => undefined);
        },
      );
    }
    return found;
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
      // One that only reads (full, without its replicas) takes no jobs.
      if (probe !== null) await answered(probe.set('readiness', '1', 'EX', 60));
      await answered(backend.checkWriting(queue('sync')));
      await answered(queue('sync').isPaused());
    },
    of: queue,
    all: () => QUEUE_NAMES.map(queue),
    async close() {
      probe?.disconnect();
      await Promise.allSettled([...open.values()].map((each) => each.close()));
      open.clear();
    },
  };
}
