import type { Queue } from 'bullmq';
import { serviceUnavailable } from '../errors.ts';
import type { Log } from '../log.ts';
import { selectBackend } from './backend.ts';
import type { BackendOptions } from './backend.ts';

/** One queue per kind of worker process, so that each is scaled on its own. */
export const QUEUE_NAMES = ['sync', 'imports', 'rules'] as const;
export type QueueName = (typeof QUEUE_NAMES)[number];

export interface AddJobOptions {
  /** Unique among retained jobs; the run's id, so that adding twice is harmless. No colon, not all digits. */
  jobId: string;
  delayMs?: number;
  /** Tries until the job counts as failed; waits for a rate limit use none. Default 5. */
  attempts?: number;
}

export interface QueueDepth {
  counts: Record<string, number>;
  /** 0 when nothing is ready to run. */
  oldestWaitingMs: number;
}

/** What a producer may do. The queue is a hint: the run row in Postgres was committed before. */
export interface Queues {
  /** Throws service_unavailable, within seconds, when the queue is away. */
  add(queue: QueueName, job: string, data: object, options: AddJobOptions): Promise<void>;
  /** Whether a job of that id is known and not finished. */
  isPending(queue: QueueName, jobId: string): Promise<boolean>;
  /** Removes a finished job, so that its id can be used again. */
  forget(queue: QueueName, jobId: string): Promise<void>;
  /** Jobs by state, and how long the oldest ready one has waited. */
  depth(queue: QueueName): Promise<QueueDepth>;
  /** Throws when the queue is away. */
  ping(): Promise<void>;
  /** For the dashboard. */
  all(): Queue[];
  close(): Promise<void>;
}

const ADD_TIMEOUT_MS = 3000;

function withTimeout<T>(promise: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the queue did not answer in time')), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

/** Producers for every queue, connected on first use. */
export function createQueues(options: BackendOptions, log: Log): Queues {
  const backend = selectBackend(options);
  const open = new Map<QueueName, Queue>();
  const queue = (name: QueueName): Queue => {
    let found = open.get(name);
    if (found === undefined) {
      found = backend.createQueue(name);
      found.on('error', (error) => log.warn(`queue ${name}: ${error.message}`, { queue: name }));
      open.set(name, found);
    }
    return found;
  };

  return {
    async add(name, job, data, { jobId, delayMs = 0, attempts = 5 }) {
      const adding = queue(name).add(job, data, {
        jobId,
        delay: delayMs,
        attempts,
        backoff: { type: 'exponential', delay: 2000, jitter: 0.5 },
      });
      await withTimeout(adding, ADD_TIMEOUT_MS).catch((cause: unknown) => {
        throw serviceUnavailable(cause);
      });
    },
    async isPending(name, jobId) {
      const state = await withTimeout(queue(name).getJobState(jobId), ADD_TIMEOUT_MS);
      return !['completed', 'failed', 'unknown'].includes(state);
    },
    async forget(name, jobId) {
      await withTimeout(queue(name).remove(jobId), ADD_TIMEOUT_MS);
    },
    async depth(name) {
      const [counts, oldest] = await withTimeout(
        Promise.all([
          queue(name).getJobCounts('waiting', 'active', 'delayed', 'failed'),
          queue(name).getJobs(['waiting'], 0, 0, true),
        ]),
        ADD_TIMEOUT_MS,
      );
      const since = oldest[0] === undefined ? null : oldest[0].timestamp + oldest[0].delay;
      return { counts, oldestWaitingMs: since === null ? 0 : Math.max(0, Date.now() - since) };
    },
    async ping() {
      await withTimeout(queue('sync').getJobCounts('waiting'), ADD_TIMEOUT_MS);
    },
    all: () => QUEUE_NAMES.map(queue),
    async close() {
      await Promise.allSettled([...open.values()].map((each) => each.close()));
      open.clear();
    },
  };
}
