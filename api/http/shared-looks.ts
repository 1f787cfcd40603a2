import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../shared/postgres/connect.ts';

/** How often a thing is polled for all its waiters together; a change is sent as soon as a look finds it. */
const LOOK_EVERY_MS = 500;

/** The shared looks of each process (or test), by its pool. */
export function looksByPool<Seen>() {
  const known = new WeakMap<Sql, ReturnType<typeof createSharedLooks<Seen>>>();
  return (sql: Sql) => {
    const looks = known.get(sql) ?? createSharedLooks<Seen>(LOOK_EVERY_MS);
    known.set(sql, looks);
    return looks;
  };
}

/** Polls things: all in this process who wait for a thing share one look at it. Keeps nothing that no one waits for. */
export function createSharedLooks<Seen>(everyMs: number) {
  const underWay = new Map<string, Promise<Seen>>();
  const planned = new Map<string, Promise<Seen>>();

  function shared(
    promises: Map<string, Promise<Seen>>,
    key: string,
    make: () => Promise<Seen>,
  ): Promise<Seen> {
    const known = promises.get(key);
    if (known !== undefined) return known;
    const made = make().finally(() => promises.delete(key));
    promises.set(key, made);
    return made;
  }

  const now = (key: string, look: () => Promise<Seen>) => shared(underWay, key, look);
  return {
    /** Looks now, or joins the look that is under way. */
    now,
    /** Waits for the next look, at most `everyMs` from now. */
    next: (key: string, look: () => Promise<Seen>) =>
      shared(planned, key, async () => {
        await delay(everyMs);
        return now(key, look);
      }),
  };
}
