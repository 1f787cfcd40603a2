import { Gauge } from 'prom-client';
import { readAtScrape } from '../platform/metrics/scrape.ts';
import type { MetricsContext } from '../queue/metrics-context.ts';
import { countEndpointStates } from './endpoints.ts';
import { readOldestDue } from './turns.ts';

/** How long events wait, and the state of their endpoints: facts of the installation, so aggregate them with max(), not sum(). */
export function registerWebhooks({ sql }: MetricsContext): void {
  const oldest = new Gauge({
    name: 'ledgerline_webhook_oldest_due_seconds',
    help: 'How long the oldest event has been due, at endpoints whose last attempt did not fail; 0 if none is due.',
  });
  const endpoints = new Gauge({
    name: 'ledgerline_webhook_endpoints',
    help: 'Webhook endpoints by state: working; failing: the last attempts failed; disabled: by failures or a 410; off: by request.',
    labelNames: ['state'],
  });
  readAtScrape([oldest, endpoints], async () => {
    const [seconds, states] = await Promise.all([readOldestDue(sql), countEndpointStates(sql)]);
    return () => {
      oldest.set(seconds);
      for (const [state, count] of Object.entries(states)) endpoints.set({ state }, count);
    };
  });
}
