import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../shared/postgres/connect.ts';
import type { Link, WorkerLinks } from './links.ts';

/** Longer than any renewal takes (workers/frame/with-lease.ts): who has not renewed for this long can't. */
const SILENT_S = 4;
const LOOK_MS = 8000;
const TAKEN_MS = 150_000;
/** A worker without Redis keeps its leases, and continues when it is back. */
const WITHOUT_REDIS_MS = 20_000;

type Tokens = Map<string, string>;

/** Leases of syncs by connection: those that are renewed, and those that are not renewed. */
async function readLeases(sql: Sql): Promise<{ renewed: Tokens; silent: Tokens }> {
  const rows = await sql<{ resource: string; token: string; isSilent: boolean }[]>`
    select resource, token,
      holder is not null
        and renewed_at < clock_timestamp() - ${SILENT_S} * interval '1 second' as is_silent
    from leases
    where kind = 'sync'`;
  const tokens = (silent: boolean): Tokens =>
    new Map(
      rows
        .filter(({ isSilent }) => isSilent === silent)
        .map(({ resource, token }) => [resource, token]),
    );
  return { renewed: tokens(false), silent: tokens(true) };
}

/**
 * Parts one of the workers from a server, one that has work to lose, until another worker has taken a lease over from it, and
 * lets it come back. False when none of them had a lease: nothing was shown.
 */
export async function partWorker(
  sql: Sql,
  workers: readonly WorkerLinks[],
  link: Link,
  say: (text: string) => void,
): Promise<boolean> {
  for (const [place, worker] of workers.entries()) {
    const name = `worker ${place + 1} and ${link.replace(/_.*/, '')}`;
    const begun = performance.now();
    const since = (): string => `${((performance.now() - begun) / 1000).toFixed(1)} s`;
    const { renewed } = await readLeases(sql);
    worker.cut(link);
    try {
      say(`the link between ${name} is cut`);
      if (link === 'REDIS_URL') {
        await delay(WITHOUT_REDIS_MS);
        return true;
      }
      const parted = await untilSilent(sql, renewed);
      if (parted === null) continue;
      const taken = await untilTaken(sql, parted);
      if (taken) say(`another worker took over after ${since()}`);
      return taken;
    } finally {
      worker.mend(link);
      say(`the link between ${name} is back after ${since()}`);
    }
  }
  return false;
}

async function untilSilent(sql: Sql, renewed: Tokens): Promise<Tokens | null> {
  const until = performance.now() + LOOK_MS;
  while (performance.now() < until) {
    const { silent } = await readLeases(sql);
    const parted = [...silent].filter(([resource, token]) => renewed.get(resource) === token);
    if (parted.length > 0) return new Map(parted);
    await delay(100);
  }
  return null;
}

async function untilTaken(sql: Sql, parted: Tokens): Promise<boolean> {
  const until = performance.now() + TAKEN_MS;
  while (performance.now() < until) {
    const { renewed } = await readLeases(sql);
    for (const [resource, token] of parted) {
      const now = renewed.get(resource);
      if (now !== undefined && now !== token) return true;
    }
    await delay(100);
  }
  return false;
}
