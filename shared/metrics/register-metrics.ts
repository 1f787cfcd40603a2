import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { QUEUE_NAMES } from '../jobs/queues.ts';
import type { Queues } from '../jobs/queues.ts';
import { registerConnections } from './connection-series.ts';
import { registerHolds } from './hold-series.ts';
import { readAll, readAtScrape } from './scrape.ts';
import type { MetricsContext } from './scrape.ts';

/** Starts the process's own series and those that are read at each scrape. Once per process. */
export function registerMetrics(context: MetricsContext): void {
  collectDefaultMetrics();
  registerQueues(context.queues);
  registerConnections(context);
  registerHolds(context);
}

/** Every process tells them; they are facts of the installation, so read them with max(), not sum(). */
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
  const oldest = new Gauge({
    name: 'ledgerline_queue_oldest_waiting_seconds',
    help: 'Age of the oldest job that is ready to run. Scale workers on this.',
    labelNames: ['queue'],
  });
  const up = new Gauge({
    name: 'ledgerline_queue_up',
    help: 'Whether the queue answered this scrape. 0: the other series of queues are missing.',
  });
  readAtScrape(async () => {
    try {
      for (const queue of QUEUE_NAMES) {
        const { counts, oldestWaitingMs, isPaused } = await queues.depth(queue);
        oldest.set({ queue }, oldestWaitingMs / 1000);
        paused.set({ queue }, isPaused ? 1 : 0);
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      }
      up.set(1);
    } catch {
      // A scrape must tell the rest, most of all now.
      for (const gauge of [jobs, paused, oldest]) gauge.reset();
      up.set(0);
    }
  });
}

/** The text of GET /metrics and its media type. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  await readAll();
  return { contentType: register.contentType, text: await register.metrics() };
}
