import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { QUEUE_NAMES } from '../jobs/queues.ts';
import type { Queues } from '../jobs/queues.ts';

/** Starts the process's own series and those that are read at each scrape. Once per process. */
export function registerMetrics(queues: Queues): void {
  collectDefaultMetrics();
  registerQueues(queues);
}

function registerQueues(queues: Queues): void {
  const jobs = new Gauge({
    name: 'ledgerline_queue_jobs',
    help: 'Jobs in a queue by state. Delayed ones wait for a rate limit: more workers do not help them.',
    labelNames: ['queue', 'state'],
  });
  const paused = new Gauge({
    name: 'ledgerline_queue_paused',
    help: 'Whether a person paused the queue: jobs wait on purpose.',
    labelNames: ['queue'],
  });
  new Gauge({
    name: 'ledgerline_queue_oldest_waiting_seconds',
    help: 'Age of the oldest job that is ready to run. Scale workers on this.',
    labelNames: ['queue'],
    async collect() {
      for (const queue of QUEUE_NAMES) {
        const { counts, oldestWaitingMs, isPaused } = await queues.depth(queue);
        this.set({ queue }, oldestWaitingMs / 1000);
        paused.set({ queue }, isPaused ? 1 : 0);
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      }
    },
  });
}

/** The text of GET /metrics and its media type. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  return { contentType: register.contentType, text: await register.metrics() };
}
