import { Counter, Gauge, Histogram } from 'prom-client';

/**
 * What a process counts while it works, for Prometheus. The series are in the library's default registry: one per process. Labels
 * only hold names and codes of closed lists, never ids. Series that are read at a scrape are in register-metrics.ts.
 */
export const jobsFinished = new Counter({
  name: 'ledgerline_jobs_total',
  help: 'Job deliveries by outcome: done, failed, retried, delayed or handed_back; code says why. Also the failures of the tasks of the scheduler.',
  labelNames: ['queue', 'job', 'outcome', 'code'],
});

/** The codes of failed jobs that the alert LedgerlineJobsFail watches. */
const WATCHED_JOB_CODES = [
  'internal_error',
  'worker_lost',
  'run_failed',
  'import_failed',
  'undo_failed',
];

/** Starts the watched series of a job at 0: Prometheus sees no increase in the first sample of a series. */
export function startJobSeries(queue: string, job: string): void {
  for (const code of WATCHED_JOB_CODES)
    jobsFinished.inc({ queue, job, outcome: 'failed', code }, 0);
}

export const jobSeconds = new Histogram({
  name: 'ledgerline_job_duration_seconds',
  help: 'Duration of one delivery of a job.',
  labelNames: ['queue', 'job', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900],
});

export const takeovers = new Counter({
  name: 'ledgerline_takeovers_total',
  help: 'Runs that a worker took over from one that disappeared midway.',
  labelNames: ['kind'],
});
// Starts each series at 0, for the same reason.
for (const kind of ['sync', 'import', 'rules']) takeovers.inc({ kind }, 0);

export const syncsEnded = new Counter({
  name: 'ledgerline_syncs_total',
  help: 'Sync runs that ended, by status and error code.',
  labelNames: ['status', 'code'],
});

/** Starts those that the alert LedgerlineKeysRefused watches at 0, for the same reason. @internal */
export function startSyncSeries(): void {
  for (const code of ['unauthorized', 'forbidden', 'payment_required', 'credential_unreadable'])
    syncsEnded.inc({ status: 'failed', code }, 0);
}
startSyncSeries();

export const providerRequests = new Counter({
  name: 'ledgerline_provider_requests_total',
  help: 'Requests to the bank-connectivity provider by HTTP status; none: no complete response arrived.',
  labelNames: ['provider', 'status'],
});

export const providerSeconds = new Histogram({
  name: 'ledgerline_provider_request_duration_seconds',
  help: 'Duration of one request to the provider, including its response but not waits for a rate limit.',
  labelNames: ['provider'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
});

export const limiterWaits = new Histogram({
  name: 'ledgerline_provider_limiter_wait_seconds',
  help: 'Time spent waiting for a slot of our own rate limit before a request; refused: the job goes back to the queue instead.',
  labelNames: ['provider', 'outcome'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 15],
});

export const httpSeconds = new Histogram({
  name: 'ledgerline_http_request_duration_seconds',
  help: 'Duration of one request, by the path of its operation and status class. Its count gives the request rate.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
});

export const requestsShed = new Counter({
  name: 'ledgerline_http_requests_shed_total',
  help: 'Requests that a healthy process refused because it was at capacity.',
  labelNames: ['code'],
});

export const openConnections = new Gauge({
  name: 'ledgerline_postgres_connections',
  help: 'Open Postgres connections of the process, not counting the queue’s; at most DATABASE_POOL_MAX.',
});

export const jobWork = new Counter({
  name: 'ledgerline_job_work_total',
  help: 'Work that jobs have done so far: accounts, pages, rows.',
  labelNames: ['queue', 'job', 'unit'],
});

export const webhookAttempts = new Counter({
  name: 'ledgerline_webhook_attempts_total',
  help: 'Attempts to send an event, by class of HTTP status; none: no response arrived.',
  labelNames: ['status'],
});

export const webhookLag = new Histogram({
  name: 'ledgerline_webhook_lag_seconds',
  help: 'Time from the change that an event reports to the first attempt to send it.',
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
});
