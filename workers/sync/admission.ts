import { turnOf } from '../../shared/jobs/turn.ts';
import type { Queued } from '../../shared/jobs/turn.ts';

/** Who a run is of: a place is one of its household's and one of its bank's. */
export interface PlaceSeeker extends Queued {
  householdId: string;
  /** Null: not known. All of these share the places of one bank. */
  bank: string | null;
}

/** A run that makes room goes back to the queue for as long, and lets who stands behind it come forward. */
const BACK_MS = 1000;
const LONGEST_BACK_MS = 60_000;
const OVERDUE_SHARE = 0.25;
/** How often one makes room where nobody is seen who could use it: further behind there may be. */
const DIG_EVERY_MS = 1000;
/** Of a bank's places, as many again for households with no run at work: one with many must not fill the bank. */
const NEWCOMERS_SHARE = 0.25;

/** How many runs of a bank may begin beyond the others, of households that have none. */
function newcomersOf(perGroup: number): number {
  return Math.floor(perGroup * NEWCOMERS_SHARE);
}

/** Whatever one bank has, as many places as a household or bank may hold are left for all others. */
export function placesInAll(perGroup: number): number {
  return perGroup * 2 + newcomersOf(perGroup);
}

/**
 * How long a run goes back to the queue for. The longer its turn has passed, the more like it stand before others who could
 * enter. @internal
 */
export function backMs(seeker: Queued, now: number): number {
  const overdueMs = (now - turnOf(seeker)) * OVERDUE_SHARE;
  return Math.min(Math.max(overdueMs, BACK_MS), LONGEST_BACK_MS);
}

/** A waiter that makes room, and how long it goes back to the queue for. */
interface SentBack<Waiter> {
  waiter: Waiter;
  backMs: number;
}

/** Who begins and who waits, decided at once: without a clock or a promise of its own. */
export interface Admission<Waiter extends { seeker: PlaceSeeker }> {
  /** Whether the run begins now; if so, `leave` says when it has ended. */
  enter(seeker: PlaceSeeker): boolean;
  /** Waits until `leave` names it, or `makeRoom`, or it withdraws. */
  wait(waiter: Waiter): void;
  /** False: it waits no more. */
  withdraw(waiter: Waiter): boolean;
  /** A run ended: returns those that begin in its place. */
  leave(seeker: PlaceSeeker): Waiter[];
  /** Which waiters go back to the queue for the run that is next there. */
  makeRoom(next: PlaceSeeker, now: number): SentBack<Waiter>[];
  isAwaited(): boolean;
}

/** The household and the bank, as names that cannot be mistaken for each other. */
function groupsOf({ householdId, bank }: PlaceSeeker): [household: string, bank: string] {
  return [`household ${householdId}`, `bank ${bank ?? ''}`];
}

/** The places of one process: runs of one household or bank at once. Those that wait stand in places of the others. */
export function createAdmission<Waiter extends { seeker: PlaceSeeker }>(
  perGroup: number,
  openedAt: number,
): Admission<Waiter> {
  const running = new Map<string, number>();
  const waiting = new Set<Waiter>();
  const newcomers = newcomersOf(perGroup);
  let dugAt = openedAt;
  const ofHousehold = ({ householdId }: PlaceSeeker): number =>
    running.get(`household ${householdId}`) ?? 0;
  const mayEnter = (seeker: PlaceSeeker): boolean => {
    const [household, bank] = groupsOf(seeker).map((group) => running.get(group) ?? 0);
    if (household === undefined || bank === undefined) return false;
    return household < perGroup && bank < perGroup + (household === 0 ? newcomers : 0);
  };
  const change = (seeker: PlaceSeeker, by: 1 | -1): void => {
    for (const group of groupsOf(seeker)) {
      const count = (running.get(group) ?? 0) + by;
      if (count === 0) running.delete(group);
      else running.set(group, count);
    }
  };
  /** Of those who may enter, the one whose household has the fewest running; of several the first. */
  const findFirst = (): Waiter | null => {
    let first: Waiter | null = null;
    for (const waiter of waiting) {
      if (!mayEnter(waiter.seeker)) continue;
      if (first === null || ofHousehold(waiter.seeker) < ofHousehold(first.seeker)) first = waiter;
    }
    return first;
  };
  /** How many of those that wait should go back to the queue for the one that is next there. */
  const roomFor = (next: PlaceSeeker): number => {
    // Behind one who may enter there are others, as a rule.
    if (mayEnter(next)) return Math.ceil(waiting.size / 2);
    return [...waiting].some(({ seeker }) => ofHousehold(seeker) > ofHousehold(next)) ? 1 : 0;
  };

  return {
    enter(seeker) {
      const enters = mayEnter(seeker);
      if (enters) change(seeker, 1);
      return enters;
    },
    wait: (waiter) => void waiting.add(waiter),
    withdraw: (waiter) => waiting.delete(waiter),
    leave(seeker) {
      change(seeker, -1);
      const entered: Waiter[] = [];
      for (let first; (first = findFirst()) !== null; entered.push(first)) {
        waiting.delete(first);
        change(first.seeker, 1);
      }
      return entered;
    },
    makeRoom(next, now) {
      const room = roomFor(next);
      const digs = room === 0 && now - dugAt >= DIG_EVERY_MS;
      if (digs) dugAt = now;
      const last = [...waiting].slice(waiting.size - Math.min(waiting.size, digs ? 1 : room));
      return last.map((waiter) => {
        waiting.delete(waiter);
        return { waiter, backMs: backMs(waiter.seeker, now) };
      });
    },
    isAwaited: () => waiting.size > 0,
  };
}
