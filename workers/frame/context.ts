import type { Clock } from '../../shared/platform/clock.ts';
import type { Config } from '../../shared/platform/config.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import type { Queues } from '../../shared/queue/queues.ts';
import type { Log } from '../../shared/platform/log.ts';
import type { JobReport } from './job-report.ts';

/** What every job gets. It is passed, never imported, so that a test can run a job without a queue. */
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
  /** The queue will not retry, so the run must end as failed. */
  isLastAttempt: boolean;
  /** Aborts when the process stops: save progress and throw StoppingError. */
  signal: AbortSignal;
  report: JobReport;
}

/** How the run of a job ended, for the queue: a failed run is a failed job. */
export interface JobEnd {
  status: string;
  /** Why it failed or ended early: a code of a closed list. */
  code?: string | null;
  /** The run failed for good: its code becomes the reason of the job, and the queue does not try again. */
  failed?: boolean;
  counts?: Record<string, number>;
}

/** Performs a job. Null: there was nothing to do, or another worker does it. */
export type PerformJob<Payload> = (
  context: WorkerContext,
  payload: Payload,
  run: JobRun,
) => Promise<JobEnd | null>;
