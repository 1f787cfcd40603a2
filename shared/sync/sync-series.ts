import { Gauge } from 'prom-client';
import { providerHost } from './client/settings.ts';
import { readBacklogEta } from './read-backlog.ts';
import { readConnectionAges } from './store/connection-syncs.ts';
import { readLimitUse } from './store/provider-limits.ts';
import { readAtScrape } from '../platform/metrics/scrape.ts';
import type { MetricsContext } from '../queue/metrics-context.ts';
import { HOLD_SCOPES, countHeldSyncs, listHolds } from './store/holds.ts';
import { countInLine } from './store/place-lines.ts';
import { listOpenCircuits } from './store/provider-circuits.ts';

/** Scrapes within this time report the same values, because the statement reads every connection. */
const KEPT_MS = 60_000;

const HOUR = 3600;
const DAY = 24 * HOUR;
/** Upper bounds of the ages, in seconds; a connection is due every 12 to 24 hours. */
const BOUNDS = [HOUR, 6 * HOUR, 12 * HOUR, DAY, 1.5 * DAY, 2 * DAY, 3 * DAY, 7 * DAY, 30 * DAY];

/**
 * Bank connections by status, and how long ago they were last synced. Every process reports these facts about the installation, so
 * aggregate them with max(), not sum(). Freshness is a histogram of the current state, so its parts are gauges.
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
    help: 'Connections last synced (or created, if never synced) at most le seconds ago; without suspended ones and those whose owner must act.',
    labelNames: ['provider', 'le'],
  });
  const worst = new Gauge({
    name: 'ledgerline_connection_freshness_worst_seconds',
    help: 'The longest time since a connection was last synced; without suspended ones and those whose owner must act.',
    labelNames: ['provider'],
  });
  const used = new Gauge({
    name: 'ledgerline_provider_limit_used_ratio',
    help: 'The largest share of our own rate limit that one provider key used in the last minute.',
    labelNames: ['provider'],
  });
  const blocked = new Gauge({
    name: 'ledgerline_provider_keys_blocked',
    help: 'Provider keys that the provider has told to wait.',
    labelNames: ['provider'],
  });
  const backlog = new Gauge({
    name: 'ledgerline_provider_backlog_seconds',
    help: 'How long the queued syncs will take at the current rate; +Inf: as much becomes due as gets done; none: too little was done lately.',
    labelNames: ['provider'],
  });
  let readAt = -Infinity;
  readAtScrape([connections, buckets, worst, used, blocked, backlog], async () => {
    if (performance.now() - readAt < KEPT_MS) return () => undefined;
    const ages = await readConnectionAges(sql, BOUNDS);
    const etaMs = await readBacklogEta({ sql, queues, config });
    const use = await readLimitUse(sql, config.providerRatePerMinute);
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
      used.set({ provider }, use.ratio);
      blocked.set({ provider }, use.blocked);
    };
  });
}

/** Syncs that are held back or wait for a place, and whether the provider is down: facts of the installation, to aggregate with max(). */
export function registerHolds({ sql, config }: MetricsContext): void {
  const provider = providerHost(config);
  const down = new Gauge({
    name: 'ledgerline_provider_down',
    help: 'Whether so many calls to the provider failed that only one a minute is let through.',
    labelNames: ['provider'],
  });
  const held = new Gauge({
    name: 'ledgerline_syncs_held',
    help: 'Live syncs that are held back by an operator or because their provider is down.',
    labelNames: ['provider', 'reason'],
  });
  const holds = new Gauge({
    name: 'ledgerline_holds',
    help: 'Holds that operators have set, by scope: queue, provider, household or connection.',
    labelNames: ['scope'],
  });
  const inLine = new Gauge({
    name: 'ledgerline_syncs_in_line',
    help: 'Live syncs that wait until a worker has a place for their household or bank.',
  });
  readAtScrape([down, held, holds, inLine], async () => {
    const [open, waiting, all, awaited] = await Promise.all([
      listOpenCircuits(sql),
      countHeldSyncs(sql),
      listHolds(sql),
      countInLine(sql),
    ]);
    return () => {
      inLine.set(awaited);
      down.set({ provider }, open.some(({ host }) => host === provider) ? 1 : 0);
      for (const reason of ['paused', 'provider_down']) {
        const count = waiting.find(({ heldBy }) => heldBy === reason)?.count ?? 0;
        held.set({ provider, reason }, count);
      }
      for (const scope of HOLD_SCOPES) {
        holds.set({ scope }, all.filter((each) => each.scope === scope).length);
      }
    };
  });
}
