import { Gauge } from 'prom-client';
import type { PreflightPool } from './preflight-pool.ts';

/** Exports to Prometheus how busy the threads are that check uploads. Call it once per process. */
export function registerPreflights(pool: Pick<PreflightPool, 'load'>): void {
  new Gauge({
    name: 'ledgerline_preflight_tasks',
    help: 'Checks of uploads that run, and those that wait for a thread; above PREFLIGHT_QUEUE_MAX they are refused.',
    labelNames: ['state'],
    collect() {
      for (const [state, count] of Object.entries(pool.load())) this.set({ state }, count);
    },
  });
}
