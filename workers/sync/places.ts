import { turnOf } from '../../shared/jobs/turn.ts';
import type { Queued } from '../../shared/jobs/turn.ts';
import { RateLimitedError, StoppingError } from '../errors.ts';

/** Who a run is of: a place is one of its household's and one of its bank's. */
export interface PlaceSeeker extends Queued {
  householdId: string;
  /** Null: not known yet. */
  bank: string | null;
}

/** A run that makes room goes back to the queue for as long, and lets who stands behind it come forward. */
const BACK_MS = 1000;
const LONGEST_BACK_MS = 60_000;
const OVERDUE_SHARE = 0.25;
/** How often one makes room where nobody is seen who could use it: further behind there may be. */
const DIG_EVERY_MS = 1000;

/** One household or bank has half of the places at most: as many are left for all others. */
export function placesInAll(perGroup: number): number {
  return perGroup * 2;
}

/** How many runs of each household and of each bank are at work. */
type Running = ReadonlyMap<string, number>;

/** The household, then the bank where it is known, as names that cannot be mistaken for each other. */
function groupsOf({ householdId, bank }: PlaceSeeker): [string, ...string[]] {
  return [`household ${householdId}`, ...(bank === null ? [] : [`bank ${bank}`])];
}

/** Whether a run of these groups may begin while so many of each are running. */
function mayEnter(running: Running, groups: readonly string[], perGroup: number): boolean {
  return groups.every((group) => (running.get(group) ?? 0) < perGroup);
}

/** How many of those that wait for a place should go back to the queue for the one that is next there. */
function roomFor(
  next: readonly [string, ...string[]],
  waiting: readonly (readonly [string, ...string[]])[],
  running: Running,
  perGroup: number,
): number {
  // Behind one who may enter there are others, as a rule.
  if (mayEnter(running, next, perGroup)) return Math.ceil(waiting.length / 2);
  const runningOf = ([household]: readonly [string, ...string[]]) => running.get(household) ?? 0;
  return waiting.some((waiter) => runningOf(waiter) > runningOf(next)) ? 1 : 0;
}

/**
 * How long a run goes back to the queue for. The longer its turn has passed, the more like it stand before others who could
 * enter. @internal
 */
export function backMs(seeker: Queued, now: number): number {
  const overdueMs = (now - turnOf(seeker)) * OVERDUE_SHARE;
  return Math.min(Math.max(overdueMs, BACK_MS), LONGEST_BACK_MS);
}

interface PlacesOptions {
  /** Runs of one household or bank at once. */
  perGroup: number;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** The places of one process. They live in its memory: those of a process that dies are gone with it. */
export interface Places {
  /**
   * Does the work of a run in a place of its groups, once there is one. Throws RateLimitedError when it has to make room for
   * another, and StoppingError when the signal aborts first.
   */
  hold<T>(seeker: PlaceSeeker, signal: AbortSignal, work: () => Promise<T>): Promise<T>;
  /** Lets those who wait for a place make room for the run that is next in the queue, if it could use it. */
  makeRoom(next: PlaceSeeker): void;
}

interface Waiter {
  seeker: PlaceSeeker;
  groups: [string, ...string[]];
  enter: () => void;
  leave: (reason: Error) => void;
}

export function createPlaces({ perGroup, now }: PlacesOptions): Places {
  const running = new Map<string, number>();
  const waiting = new Set<Waiter>();
  let dugAt = now();
  const change = (groups: readonly string[], by: 1 | -1): void => {
    for (const group of groups) {
      const count = (running.get(group) ?? 0) + by;
      if (count === 0) running.delete(group);
      else running.set(group, count);
    }
  };
  const admit = (): void => {
    for (let first; (first = firstOf(waiting, running, perGroup)) !== null;) {
      waiting.delete(first);
      change(first.groups, 1);
      first.enter();
    }
  };
  const wait = async (
    seeker: PlaceSeeker,
    groups: Waiter['groups'],
    signal: AbortSignal,
  ): Promise<void> => {
    let stop = (): void => undefined;
    try {
      await new Promise<void>((enter, leave) => {
        const waiter = { seeker, groups, enter, leave };
        stop = () => {
          if (waiting.delete(waiter)) leave(new StoppingError());
        };
        waiting.add(waiter);
        signal.addEventListener('abort', stop, { once: true });
      });
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

  return {
    async hold(seeker, signal, work) {
      if (signal.aborted) throw new StoppingError();
      const groups = groupsOf(seeker);
      if (mayEnter(running, groups, perGroup)) change(groups, 1);
      else await wait(seeker, groups, signal);
      try {
        return await work();
      } finally {
        change(groups, -1);
        admit();
      }
    },
    makeRoom(next) {
      const waiters = [...waiting];
      const room = roomFor(
        groupsOf(next),
        waiters.map(({ groups }) => groups),
        running,
        perGroup,
      );
      const digs = room === 0 && now() - dugAt >= DIG_EVERY_MS;
      if (digs) dugAt = now();
      for (const waiter of waiters.slice(waiters.length - (digs ? 1 : room))) {
        waiting.delete(waiter);
        waiter.leave(new RateLimitedError(backMs(waiter.seeker, now())));
      }
    },
  };
}

/** Of those who may enter, the one whose household has the fewest running; of several the first. */
function firstOf(waiting: ReadonlySet<Waiter>, running: Running, perGroup: number): Waiter | null {
  let first: Waiter | null = null;
  const runningOf = ({ groups: [household] }: Waiter): number => running.get(household) ?? 0;
  for (const waiter of waiting) {
    if (!mayEnter(running, waiter.groups, perGroup)) continue;
    if (first === null || runningOf(waiter) < runningOf(first)) first = waiter;
  }
  return first;
}
