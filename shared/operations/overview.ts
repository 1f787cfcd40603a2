import type { Config } from '../platform/config.ts';
import { providerHost } from '../sync/client/settings.ts';
import { ENDED, listEnded } from '../queue/queues.ts';
import { readConnectionAges } from '../sync/store/connection-syncs.ts';
import { readLimitUse } from '../sync/store/provider-limits.ts';
import { adviceOn } from './advice.ts';
import { lookAtAll } from './look.ts';
import type { OperationsContext } from './retry-run.ts';

const HOUR_MS = 3_600_000;
const HOUR = 3_600;
/** Upper bounds of the ages of connections, in seconds: a connection is due every 12 to 24 hours. */
const BOUNDS = [HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 168 * HOUR];

/** What `ledgerline ops status` shows, plus what is easier to grasp in a chart: rates, ages, and use of the limit. */
export async function lookAtInstallation(context: OperationsContext & { config: Config }) {
  const { sql, queues, config } = context;
  const [{ backlogMs, ...all }, ages, use, rates] = await Promise.all([
    lookAtAll(context),
    readConnectionAges(sql, BOUNDS),
    readLimitUse(sql, config.providerRatePerMinute),
    Promise.all(queues.all().map(async (queue) => endedPerHour(await listEnded(queue)))),
  ]);
  return {
    queues: all.queues.map(({ counts, failures, oldestWaitingMs, ...queue }, index) => ({
      ...queue,
      waiting: counts['waiting'] ?? 0,
      active: counts['active'] ?? 0,
      delayed: counts['delayed'] ?? 0,
      failed: counts['failed'] ?? 0,
      oldestWaitingSeconds: Math.round(oldestWaitingMs / 1000),
      endedPerHour: rates[index] ?? 0,
      failures: failures.map(({ queue: _queue, ...group }) => ({
        ...group,
        advice: adviceOn(group.code),
      })),
    })),
    provider: {
      host: providerHost(config),
      limitUsed: use.ratio,
      keysBlocked: use.blocked,
      backlogSeconds:
        backlogMs === null || backlogMs === Infinity ? null : Math.round(backlogMs / 1000),
      backlogGrows: backlogMs === Infinity,
      down: all.down.map(({ host, openedAt, nextProbeAt }) => ({ host, openedAt, nextProbeAt })),
    },
    connections: {
      states: all.connections,
      freshness: ages.counts.map((count, index) => ({
        withinSeconds: BOUNDS[index] ?? null,
        count,
      })),
    },
    holds: all.holds,
    held: all.held,
  };
}

/** The number of jobs that ended in the last hour, extrapolated if only part of that hour is known. */
function endedPerHour(ended: Awaited<ReturnType<typeof listEnded>>): number {
  const now = Date.now();
  const lately = ended.map(({ finishedOn = 0 }) => finishedOn).filter((at) => at > now - HOUR_MS);
  if (lately.length < ENDED) return lately.length;
  const span = Math.max(1, now - (lately.at(-1) ?? now));
  return Math.round((lately.length * HOUR_MS) / span);
}
