import { Counter, Gauge, Histogram } from 'prom-client';

/**
 * What a process counts while it works, for Prometheus. The series are in the library's default registry: one per process. Labels
 * only hold names and codes of closed lists, never ids. Series that are read at a scrape are in register-metrics.ts.
 */
export const jobsFinished = new Counter({
  name: 'ledgerline_jobs_total',
  help: 'Deliveries of jobs by how they ended: done, failed, retried, delayed or handed_back; code says why.',
  labelNames: ['queue', 'job', 'outcome', 'code'],
});

export const jobSeconds = new Histogram({
  name: 'ledgerline_job_duration_seconds',
  help: 'Time of one delivery of a job.',
  labelNames: ['queue', 'job', 'outcome'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900],
});

export const takeovers = new Counter({
  name: 'ledgerline_takeovers_total',
  help: 'Runs that a worker took over from one that vanished in the middle of them.',
  labelNames: ['kind'],
});
// Else the first takeover would be the first sample, and no increase.
for (const kind of ['sync', 'import', 'rules']) takeovers.inc({ kind }, 0);

export const syncsEnded = new Counter({
  name: 'ledgerline_syncs_total',
  help: 'Runs of syncs that ended, by status and the code of their failure.',
  labelNames: ['status', 'code'],
});

export const providerRequests = new Counter({
  name: 'ledgerline_provider_requests_total',
  help: 'Requests to the bank-connectivity provider by HTTP status; none: no complete answer came.',
  labelNames: ['provider', 'status'],
});

export const providerSeconds = new Histogram({
  name: 'ledgerline_provider_request_duration_seconds',
  help: 'Time of one request to the provider, its answer included, without waits for a limit.',
  labelNames: ['provider'],
  buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
});

export const limiterWaits = new Histogram({
  name: 'ledgerline_provider_limiter_wait_seconds',
  help: 'Wait for a slot of our own rate limit before a request. Refused: the job goes back to the queue instead.',
  labelNames: ['provider', 'outcome'],
  buckets: [0.01, 0.1, 0.5, 1, 5, 15],
});

export const httpSeconds = new Histogram({
  name: 'ledgerline_http_request_duration_seconds',
  help: 'Time of one request by the path of its operation and class of status. Its count is the rate of requests.',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.025, 0.1, 0.25, 1, 2.5, 10],
});

export const requestsShed = new Counter({
  name: 'ledgerline_http_requests_shed_total',
  help: 'Requests that a healthy process refused because it has enough to do.',
  labelNames: ['code'],
});

export const openConnections = new Gauge({
  name: 'ledgerline_postgres_connections',
  help: 'Open connections of the process to Postgres, not counting the queue’s; at most DATABASE_POOL_MAX.',
});

export const jobWork = new Counter({
  name: 'ledgerline_job_work_total',
  help: 'Work that jobs have done so far: accounts, pages, rows.',
  labelNames: ['queue', 'job', 'unit'],
});

export const webhookAttempts = new Counter({
  name: 'ledgerline_webhook_attempts_total',
  help: 'Attempts to send an event, by class of HTTP status; none: no answer came.',
  labelNames: ['status'],
});

export const webhookLag = new Histogram({
  name: 'ledgerline_webhook_lag_seconds',
  help: 'Time from what an event reports to the first attempt to send it.',
  buckets: [0.1, 0.25, 0.5, 1, 2, 5, 15, 60, 300],
});
