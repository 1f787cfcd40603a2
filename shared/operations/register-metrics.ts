import { collectDefaultMetrics, Gauge, register } from 'prom-client';
import { QUEUE_NAMES } from '../queue/queues.ts';
import type { Queues } from '../queue/queues.ts';
import { JUDGED_LATELY_MS, judge } from '../queue/readiness.ts';
import { registerConnections, registerHolds } from '../sync/sync-series.ts';
import { readAll, readAtScrape } from '../platform/metrics/scrape.ts';
import { registerWebhooks } from '../webhooks/webhook-series.ts';
import type { MetricsContext } from '../queue/metrics-context.ts';

/** Registers the process's own series and those that are read at each scrape. Call it once per process. */
export function registerMetrics(context: MetricsContext): void {
  collectDefaultMetrics();
  registerParts(context);
  registerQueues(context.queues);
  registerConnections(context);
  registerHolds(context);
  registerWebhooks(context);
}

/** The process’s own view of Postgres and the queue: it may be cut off from what others can reach. */
function registerParts(context: MetricsContext): void {
  const postgres = new Gauge({
    name: 'ledgerline_postgres_up',
    help: 'Whether Postgres responds to the process, accepts writes and has all migrations, as /readyz checks.',
  });
  const queue = new Gauge({
    name: 'ledgerline_queue_up',
    help: 'Whether the queue responds to the process and accepts jobs, as /readyz checks.',
  });
  readAtScrape([postgres, queue], async () => {
    const faults = await judge(context, JUDGED_LATELY_MS);
    return () => {
      postgres.set(faults.postgres === null ? 1 : 0);
      queue.set(faults.queue === null ? 1 : 0);
    };
  });
}

/** Every process reports these facts about the installation, so aggregate them with max(), not sum(). */
function registerQueues(queues: Queues): void {
  const jobs = new Gauge({
    name: 'ledgerline_queue_jobs',
    help: 'Jobs in a queue by state. Delayed ones wait for a rate limit or a place for their bank.',
    labelNames: ['queue', 'state'],
  });
  const paused = new Gauge({
    name: 'ledgerline_queue_paused',
    help: 'Whether someone paused the queue, or limited it with a queue tool: its jobs wait on purpose.',
    labelNames: ['queue'],
  });
  const oldest = new Gauge({
    name: 'ledgerline_queue_oldest_waiting_seconds',
    help: 'Age of the oldest job that is ready to run. Scale workers on this.',
    labelNames: ['queue'],
  });
  readAtScrape([jobs, paused, oldest], async () => {
    const depths = await Promise.all(
      QUEUE_NAMES.map(async (queue) => [queue, await queues.depth(queue)] as const),
    );
    return () => {
      for (const [queue, { counts, oldestWaitingMs, isPaused }] of depths) {
        oldest.set({ queue }, oldestWaitingMs / 1000);
        paused.set({ queue }, isPaused ? 1 : 0);
        for (const [state, count] of Object.entries(counts)) jobs.set({ queue, state }, count);
      }
    };
  });
}

/** The text of GET /metrics and its media type. */
export async function renderMetrics(): Promise<{ contentType: string; text: string }> {
  await readAll();
  return { contentType: register.contentType, text: await register.metrics() };
}
