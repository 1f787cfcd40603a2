import {
  collectDefaultMetrics,
  Gauge,
  openMetricsContentType,
  prometheusContentType,
  register as registry,
} from 'prom-client';
import type { Registry, RegistryContentType } from 'prom-client';
import { QUEUE_NAMES } from '../jobs/queues.ts';
import type { Queues } from '../jobs/queues.ts';
import { registerConnections } from './connection-series.ts';
import { registerHolds } from './hold-series.ts';
import { readAll, readAtScrape } from './scrape.ts';
import type { MetricsContext } from './scrape.ts';

const register: Registry<RegistryContentType> = registry;
let hasExemplars = false;

/** Starts the process's own series and those that are read at each scrape. Once per process. */
export function registerMetrics(context: MetricsContext): void {
  hasExemplars = context.config.tracesEndpoint !== null;
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

interface Metrics {
  contentType: string;
  text: string;
}

let rendering: Promise<unknown> = Promise.resolve();

/**
 * The text of GET /metrics and its media type. With exemplars, which name a trace, where traces are on and the scraper accepts
 * OpenMetrics.
 */
export async function renderMetrics(accept = ''): Promise<Metrics> {
  await readAll();
  // One by one: the format is a state of the library's registry.
  const rendered = rendering.then(() =>
    hasExemplars && accept.includes('application/openmetrics-text') ? renderOpen() : render(),
  );
  rendering = rendered.catch(() => undefined);
  return rendered;
}

async function render(): Promise<Metrics> {
  return { contentType: register.contentType, text: await register.metrics() };
}

async function renderOpen(): Promise<Metrics> {
  const metrics = register.getMetricsAsArray();
  const names = metrics.map(({ name }) => name);
  register.setContentType(openMetricsContentType);
  try {
    return await render();
  } finally {
    register.setContentType(prometheusContentType);
    // In this format the library (prom-client 15.1.3) takes `_total` off the names of its counters, for good.
    metrics.forEach((metric, index) => (metric.name = names[index] ?? metric.name));
  }
}
