import { collectDefaultMetrics, Counter, Gauge, Histogram, register } from 'prom-client';
import { QUEUE_NAMES } from '../shared/jobs/queues.ts';
import type { Queues } from '../shared/jobs/queues.ts';

/**
 * What a worker process tells Prometheus at GET /metrics of its health port. Series live in the
 * library's default registry: one process, one registry. Labels hold names only, never ids.
 */
export const jobsFinished = new Counter({
  name: 'ledgerline_jobs_total',
  help: 'Deliveries of jobs by how they ended: done, retried, failed, delayed or handed_back. A retried one may have been the last try.',
  labelNames: ['queue', 'job', 'outcome'],
});

export const jobSeconds = new Histogram({
  name: 'ledgerline_job_duration_seconds',
  help: 'Time of one delivery of a job.',
  labelNames: ['queue', 'job'],
  buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 900],
});

/** Starts the process's own series and the queue series, which are read at each scrape. */
export function registerProcessMetrics(queues: Queues): void {
  collectDefaultMetrics();
  const jobs = new Gauge({
    name: 'ledgerline_queue_jobs',
    help: 'Jobs in a queue by state. Delayed ones wait for a rate limit: more workers do not help them.',
    labelNames: ['queue', 'state'],
  });
  new Gauge({
    name: 'ledgerline_queue_oldest_waiting_seconds',
    help: 'Age of the oldest job that is ready to run. Scale workers on this.',
    labelNames: ['queue'],
    async collect() {
      for (const queue of QUEUE_NAMES) {
        const { counts, oldestWaitingMs } = await queues.depth(queue);
        this.set({ queue }, oldestWaitingMs / 1000);
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      }
    },
  });
}

/** The text of GET /metrics and its media type. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: await register.metrics() };
}
