import type { Clock } from '../shared/clock.ts';
import type { Config } from '../shared/config.ts';
import type { Sql } from '../shared/db/connect.ts';
import type { Queues } from '../shared/jobs/queues.ts';
import type { Log } from '../shared/log.ts';

/** What every job is handed. Passed, never imported, so that a test can run a job without a queue. */
export interface WorkerContext {
  config: Config;
  sql: Sql;
  queues: Queues;
  log: Log;
  clock: Clock;
}

/** One delivery of a job. The same job may be delivered twice. */
export interface JobRun {
  jobId: string;
  /** The queue does not try again: the run itself is to end as failed. */
  isLastAttempt: boolean;
  /** Aborted when the process stops: save progress and throw StoppingError. */
  signal: AbortSignal;
}
