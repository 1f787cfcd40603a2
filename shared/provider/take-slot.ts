import type { RedisSlots } from '../redis-slots.ts';
import type { SlotLimit } from '../store/syncs/provider-limits.ts';

/** Who asks: the limits of both hold. */
export type SlotRequest = { credential: string; host: string };

/** What became of a request for a slot. */
export type Slot =
  | {
      granted: true;
      /** The slot was not before this moment (performance.now()). */
      at: number;
      /** How late after `at` the request may reach the provider. */
      toleranceMs: number;
      /** Names the slot; null when no limit applies. */
      slot: string | null;
    }
  /** Nothing is reserved: ask again after `waitMs`. */
  | { granted: false; waitMs: number };

/** Where the limits of all processes live. */
export type SlotStore = Pick<
  RedisSlots,
  'take' | 'confirm' | 'postpone' | 'block' | 'blockedFor' | 'lower' | 'close'
>;

/**
 * Requests reach the provider later than they were granted, some more and some less: a window this much
 * longer keeps a late one and its successors apart. It costs 2.4 % of the allowance.
 */
export const MARGIN = 0.025;
/** The part of it that one request may use up before it is counted again. */
const TOLERATED = 0.6;
const MINUTE_MS = 60_000;

/**
 * `at` and `dueAt` bound the moment of a slot: the store counted its wait from some time between question
 * and answer. No request goes out before `dueAt`, and lateness counts from `at`.
 */
type Reserved = { slot: string | null; at: number; dueAt: number };

type SlotTakerOptions = {
  /** Without a limit of ours, the provider's own waits still hold. */
  hasOwnLimit: boolean;
  /** How long a request may wait for its slot, asked each time. Milliseconds. */
  patienceMs: () => number;
  store: SlotStore;
  limitsOf: (request: SlotRequest) => SlotLimit[];
  /** Asks the store again while it is away. */
  patiently: <T>(ask: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The name under which a store has a credential's limit. */
export const keyOf = (credential: string): string => `credential:${credential}`;

/** What takes the next slot for the first in line: reserves it, sleeps until its moment, has it confirmed. */
export function createSlotTaker(options: SlotTakerOptions) {
  const { store, limitsOf, patiently, sleep } = options;
  /** Reservations whose owners were cancelled while they slept: the next in line has them. */
  const spare = new Map<string, Reserved>();

  /** Reserves the next moment for the first in line. */
  const reserve = async (request: SlotRequest, limits: SlotLimit[]) => {
    const at = performance.now();
    const patienceMs = options.patienceMs();
    if (!options.hasOwnLimit) {
      // No limit of ours, yet the provider's own waits hold for everybody.
      const waitMs = await store.blockedFor(keyOf(request.credential));
      if (waitMs > patienceMs) return { granted: false as const, waitMs };
      if (limits.length === 0) {
        const dueAt = performance.now() + waitMs;
        return { granted: true as const, slot: null, at: at + waitMs, dueAt };
      }
    }
    const { granted, waitMs, slot } = await store.take(limits, patienceMs);
    const dueAt = performance.now() + waitMs;
    return granted ? { granted, slot, at: at + waitMs, dueAt } : { granted, waitMs };
  };

  return async (request: SlotRequest, signal: AbortSignal | undefined): Promise<Slot> => {
    const { credential } = request;
    const limits = limitsOf(request);
    const toleranceMs =
      Math.min(...limits.map(({ windowMs }) => windowMs), MINUTE_MS) * MARGIN * TOLERATED;
    for (;;) {
      const left = spare.get(credential);
      spare.delete(credential);
      const usable = left !== undefined && left.at + toleranceMs / 2 > performance.now();
      const reserved = usable
        ? { ...left, granted: true as const }
        : await patiently(() => reserve(request, limits), signal);
      if (!reserved.granted) return reserved;
      const waitMs = Math.ceil(reserved.dueAt - performance.now());
      if (waitMs <= 0) return { ...reserved, toleranceMs };
      try {
        await sleep(waitMs, signal);
      } catch (error) {
        spare.set(credential, reserved);
        throw error;
      }
      const { slot } = reserved;
      // Meanwhile a request before it may have turned out to be late, or the provider said 429.
      if (slot === null) continue;
      const fine = await patiently(() => store.confirm(limits, slot), signal);
      if (fine) return { ...reserved, toleranceMs };
    }
  };
}
