import { Counter, Histogram } from 'prom-client';

/**
 * What a process counts while it works, for Prometheus. Series live in the library's default registry: one process,
 * one registry. Labels hold names and codes of closed lists only, never ids. What is read at a scrape is in
 * register-metrics.ts.
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

export const jobWork = new Counter({
  name: 'ledgerline_job_work_total',
  help: 'What jobs got through, as they go on: accounts, pages, rows.',
  labelNames: ['queue', 'job', 'unit'],
});
