import { Gauge } from 'prom-client';
import { providerHost } from './client/settings.ts';
import { readBacklogEta } from './read-backlog.ts';
import { readConnectionAges } from './store/connection-ages.ts';
import { readLimitUse } from './store/provider-limits.ts';
import { readAtScrape } from '../platform/metrics/scrape.ts';
import type { MetricsContext } from '../queue/metrics-context.ts';

/** Scrapes within this time show the same values: the statement looks at every connection. */
const KEPT_MS = 60_000;

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Upper bounds of the ages. Seconds; a connection is due every half day to a day. */
const BOUNDS = [HOUR, 6 * HOUR, 12 * HOUR, DAY, 1.5 * DAY, 2 * DAY, 3 * DAY, 7 * DAY, 30 * DAY];

/**
 * Bank connections by status, and how long ago they were last synced: facts of the installation that every process
 * reports, so read them with max(), not sum(). Freshness is a histogram of what is now, so its parts are gauges.
 */
export function registerConnections({ sql, queues, config }: MetricsContext): void {
  const provider = providerHost(config);
  const connections = new Gauge({
    name: 'ledgerline_connections',
    help: 'Bank connections by status; paused: by their owner.',
    labelNames: ['provider', 'status'],
  });
  const buckets = new Gauge({
    name: 'ledgerline_connection_freshness_seconds_bucket',
    help: 'Connections whose last success (or creation, when there was none) is at most le seconds ago; without those whose owner must act.',
    labelNames: ['provider', 'le'],
  });
  const worst = new Gauge({
    name: 'ledgerline_connection_freshness_worst_seconds',
    help: 'The longest time since the last success of a connection; without those whose owner must act.',
    labelNames: ['provider'],
  });
  const used = new Gauge({
    name: 'ledgerline_provider_limit_used_ratio',
    help: 'The largest share of our own rate limit that one provider key used in the last minute. Only with limits in Postgres.',
    labelNames: ['provider'],
  });
  const blocked = new Gauge({
    name: 'ledgerline_provider_keys_blocked',
    help: 'Provider keys that the provider asked to wait. Only with limits in Postgres.',
    labelNames: ['provider'],
  });
  const backlog = new Gauge({
    name: 'ledgerline_provider_backlog_seconds',
    help: 'How long the queued syncs take at the current rate; +Inf: as much becomes due as is done; none: nothing ended lately.',
    labelNames: ['provider'],
  });
  let readAt = -Infinity;
  readAtScrape([connections, buckets, worst, used, blocked, backlog], async () => {
    if (performance.now() - readAt < KEPT_MS) return () => undefined;
    const ages = await readConnectionAges(sql, BOUNDS);
    const etaMs = await readBacklogEta({ sql, queues, config });
    const use = queues.isRedis ? null : await readLimitUse(sql, config.providerRatePerMinute);
    return () => {
      readAt = performance.now();
      connections.reset();
      for (const { status, count } of ages.statuses) connections.set({ provider, status }, count);
      let total = 0;
      [...BOUNDS, Infinity].forEach((bound, index) => {
        total += ages.counts[index] ?? 0;
        buckets.set({ provider, le: bound === Infinity ? '+Inf' : String(bound) }, total);
      });
      worst.set({ provider }, ages.worstSeconds);
      if (etaMs === null) backlog.reset();
      else backlog.set({ provider }, etaMs / 1000);
      if (use === null) return;
      used.set({ provider }, use.ratio);
      blocked.set({ provider }, use.blocked);
    };
  });
}
