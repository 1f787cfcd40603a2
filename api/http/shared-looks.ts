import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '../../shared/postgres/connect.ts';

/** Looks at things again and again, one look for everybody who waits for the same thing. */
export interface SharedLooks<Seen> {
  /** A look now, or the one that is under way. */
  now(key: string, look: () => Promise<Seen>): Promise<Seen>;
  /** The next look, at most `everyMs` from now. */
  next(key: string, look: () => Promise<Seen>): Promise<Seen>;
  /** How many looks were begun so far. */
  readonly begun: number;
}

/** How often something is looked at, for all who wait for it together; a change is sent at once after. */
const LOOK_EVERY_MS = 500;

/** The looks of each process (or test), by its pool. */
export function looksByPool<Seen>(): (sql: Sql) => SharedLooks<Seen> {
  const known = new WeakMap<Sql, SharedLooks<Seen>>();
  return (sql) => {
    const looks = known.get(sql) ?? createSharedLooks<Seen>(LOOK_EVERY_MS);
    known.set(sql, looks);
    return looks;
  };
}

/** The looks of one process; it keeps nothing about a thing without a waiter. */
export function createSharedLooks<Seen>(everyMs: number): SharedLooks<Seen> {
  const underWay = new Map<string, Promise<Seen>>();
  const planned = new Map<string, Promise<Seen>>();
  let begun = 0;

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

  const now: SharedLooks<Seen>['now'] = (key, look) =>
    shared(underWay, key, () => {
      begun += 1;
      return look();
    });
  return {
    now,
    next: (key, look) =>
      shared(planned, key, async () => {
        await delay(everyMs);
        return now(key, look);
      }),
    get begun() {
      return begun;
    },
  };
}
