import type { EventEmitter } from 'node:events';
import {
  createIORedisClient,
  createPostgresBackend,
  createRedisBackend,
  RedisConnection,
  withBackend,
} from 'bullmq';
import type { PostgresQueueBackend, Processor, Queue, Worker, WorkerOptions } from 'bullmq';
import { openRedis } from '../platform/redis.ts';
import { paceFetches } from './pace-backend.ts';
import type { OnFetched } from './pace-backend.ts';
import { queueTelemetry } from './queue-telemetry.ts';

/**
 * The only place that knows whether the queues are in Redis or in Postgres: REDIS_URL decides. docs/decisions/queue-backend.md says
 * why both exist.
 */
export interface QueueBackend {
  createQueue(name: string): Queue;
  createWorker(
    name: string,
    processor: Processor,
    options: WorkerTuning,
    onFetched?: OnFetched,
  ): Worker;
  /** Throws whatever keeps Postgres from taking jobs, e.g. 53100 for a full disk. For Redis, a test write checks this instead. */
  checkWriting(queue: Queue): Promise<void>;
  /** bullmq's states of these jobs. A job that the queue does not have is missing, or `unknown`. */
  jobStates(queue: Queue, jobIds: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

type WorkerTuning = Required<
  Pick<WorkerOptions, 'concurrency' | 'lockDuration' | 'stalledInterval' | 'maxStalledCount'>
>;

export interface BackendOptions {
  /** Where the queues are without Redis. */
  queueDatabaseUrl: string;
  redisUrl: string | null;
  /** Redis key prefix, and the Postgres schema of the queues. */
  queuePrefix: string;
}

/** Connections to Postgres per queue client; more than about ten make it slower. */
const PRODUCER_POOL_MAX = 3;
const WORKER_POOL_MAX = 10;

/** The queue's statements are short; a server that is silent for longer is considered away. */
const STATEMENT_TIMEOUT_MS = 20_000;
const NOTHING: OnFetched = () => undefined;

/**
 * Finished jobs stay visible for a day, failed ones for a week. Retained by age only, until `count` no longer deadlocks on Postgres
 * (bullmq 6.7.0).
 */
const RETENTION = {
  removeOnComplete: { age: 24 * 3600 },
  removeOnFail: { age: 7 * 24 * 3600 },
} as const;

/**
 * bullmq owns and closes what it opens this way; it would leave a client that we pass in open. It closes one by `quit` (6.7.0), which
 * fails while Redis is away, or waits for it: that client would connect again for ever.
 */
RedisConnection.clientFactory = ({ url = '', host: _host, port: _port, ...options }) => {
  const redis = openRedis(url, options);
  const quit = redis.quit.bind(redis);
  redis.quit = () => {
    if (redis.status === 'ready') return quit().finally(() => redis.disconnect());
    redis.disconnect();
    return Promise.resolve('OK');
  };
  return createIORedisClient(redis);
};

/** Selects the backend. Nothing connects before the first queue or worker is created. */
export function selectBackend(options: BackendOptions): QueueBackend {
  return options.redisUrl === null
    ? postgresBackend(options)
    : redisBackend(options.redisUrl, options.queuePrefix);
}

function redisBackend(url: string, queuePrefix: string): QueueBackend {
  const classes = withBackend(createRedisBackend);
  // Braces keep all keys of a queue on one node of a cluster.
  const prefix = `{${queuePrefix}}`;
  return {
    createQueue: (name) =>
      new classes.Queue(name, {
        prefix,
        // While Redis is down a producer fails at once: its caller answers 503, and the scheduler adds the job later. Before the
        // first connection it waits instead, which createQueues bounds: with `skipWaitingForReady`, bullmq's version check would
        // cause an unhandled rejection on a connection that is still opening.
        connection: { url, enableOfflineQueue: false, maxRetriesPerRequest: 1 },
        ...queueTelemetry(),
        defaultJobOptions: RETENTION,
      }),
    createWorker: (name, processor, tuning, onFetched = NOTHING) =>
      new (withBackend(paceFetches(createRedisBackend, onFetched)).Worker)(name, processor, {
        prefix,
        connection: { url, maxRetriesPerRequest: null },
        autorun: false,
        ...queueTelemetry(),
        ...RETENTION,
        ...tuning,
      }),
    checkWriting: () => Promise.resolve(),
    // They are all sent at once, and answered in one round trip.
    jobStates: async (queue, jobIds) =>
      new Map(
        await Promise.all(jobIds.map(async (id) => [id, await queue.getJobState(id)] as const)),
      ),
  };
}

/**
 * bullmq (6.7.0) queries its schema on a connection without an error listener: a reset at that moment would end the process. Remove
 * this when it listens; the statement fails all the same.
 */
function hearErrors(client: EventEmitter): void {
  client.on('error', () => undefined);
}

/**
 * bullmq (6.7.0) remembers that its first connection failed, and a worker then waits for ever. This makes the next statement try
 * again. Remove it when bullmq does so.
 */
const createPatientBackend: typeof createPostgresBackend = (...args) => {
  const backend = createPostgresBackend(...args);
  const { connection } = backend;
  const begin = connection.waitUntilReady.bind(connection);
  connection.waitUntilReady = () =>
    begin().catch((error: unknown) => {
      for (const one of [backend, connection]) Object.assign(one, { readyPromise: undefined });
      throw error;
    });
  return backend;
};

function postgresBackend(options: BackendOptions): QueueBackend {
  const classes = withBackend(createPatientBackend);
  const connection = (max: number) => ({
    connectionString: options.queueDatabaseUrl,
    schema: queueSchema(options.queuePrefix),
    application_name: 'ledgerline-queue',
    connectionTimeoutMillis: 5000,
    keepAlive: true,
    query_timeout: STATEMENT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    onConnect: hearErrors,
    max,
  });
  return {
    createQueue: (name) =>
      new classes.Queue(name, {
        connection: connection(PRODUCER_POOL_MAX),
        ...queueTelemetry(),
        defaultJobOptions: RETENTION,
      }) as unknown as Queue,
    createWorker: (name, processor, tuning, onFetched = NOTHING) =>
      new (withBackend(paceFetches(createPatientBackend, onFetched)).Worker)(name, processor, {
        connection: connection(WORKER_POOL_MAX),
        autorun: false,
        ...queueTelemetry(),
        ...RETENTION,
        ...tuning,
      }) as unknown as Worker,
    checkWriting: async (queue) => {
      const pool = await poolOf(queue);
      // Sent as one message, they are one transaction. shared/postgres/check-database.ts explains the sort.
      await pool.query(
        `select set_config('work_mem', '64kB', true);
        select n from generate_series(1, 10000) as n order by -n offset 9999`,
      );
      const { rows } = await pool.query<{ reads: string }>(
        "select current_setting('transaction_read_only') as reads",
      );
      if (rows[0]?.reads === 'on') {
        throw Object.assign(new Error('the server is read-only'), { code: '25006' });
      }
    },
    jobStates: statesInPostgres,
  };
}

async function poolOf(queue: Queue): Promise<PostgresQueueBackend['connection']['pool']> {
  await queue.waitUntilReady();
  return (queue.getBackend() as unknown as PostgresQueueBackend).connection.pool;
}

/** bullmq (6.7.0) looks up one job per round trip. Remove this when it takes several ids. */
async function statesInPostgres(
  queue: Queue,
  jobIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const pool = await poolOf(queue);
  const { rows } = await pool.query<{ id: string; state: string }>(
    'select id, state::text from job where queue = $1 and id = any($2)',
    [queue.name, jobIds],
  );
  return new Map(rows.map(({ id, state }) => [id, state]));
}

/** The Postgres schema that holds the queues of one installation. */
export function queueSchema(queuePrefix: string): string {
  return `${queuePrefix.replaceAll(/\W/g, '_')}_queue`;
}
