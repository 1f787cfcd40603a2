import { Gauge } from 'prom-client';
import type { PreflightPool } from './preflight-pool.ts';

/** Exports to Prometheus how busy the threads are that check uploads. Call it once per process. */
export function registerPreflights(pool: Pick<PreflightPool, 'load'>): void {
  new Gauge({
    name: 'ledgerline_preflight_tasks',
    help: 'Upload checks that are running or waiting for a thread; with PREFLIGHT_QUEUE_MAX waiting, further ones are refused.',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(pool.load())) this.set({ state }, count);
    },
  });
}
