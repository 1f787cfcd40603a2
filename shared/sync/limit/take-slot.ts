import type { Sql } from '../../postgres/connect.ts';
import {
  confirmProviderSlot,
  findProviderBlock,
  takeProviderSlot,
} from '../store/provider-limits.ts';
import type { SlotLimit } from '../store/provider-limits.ts';

/** How limits and breakers identify a caller; the limits of both its credential and its host apply. */
export type Caller = { credential: string; host: string };

export type Slot =
  | {
      granted: true;
      /** The slot did not begin before this time (performance.now()). */
      at: number;
      /** How long after `at` the request may reach the provider. */
      toleranceMs: number;
      /** Identifies the slot; null when no limit applies. */
      slot: string | null;
    }
  /** Nothing is reserved: ask again after `waitMs`. */
  | { granted: false; waitMs: number };

/**
 * Requests reach the provider with varying delay after their grant. Extending the window by this share keeps a late request apart
 * from its successors. It costs 2.4 % of the allowance.
 */
export const MARGIN = 0.025;
/** The share of the margin that a request may use before it is counted anew. */
const TOLERATED = 0.6;
const MINUTE_MS = 60_000;

/**
 * `at` and `dueAt` bound the moment of a slot, because the store counted its wait from some time between request
 * and answer. No request goes out before `dueAt`, and lateness counts from `at`.
 */
type Reserved = { slot: string | null; at: number; dueAt: number };

export type SlotTakerOptions = {
  /** Without a limit on our side, the provider's own waits still apply. */
  hasOwnLimit: boolean;
  /** The longest wait for a slot, evaluated per request; a longer one is refused. Milliseconds. */
  patienceMs: () => number;
  /** How often the patience is evaluated again during a wait; the wait ends once it is exceeded. Milliseconds; default: never. */
  lookEveryMs?: number | undefined;
  sql: Sql;
  limitsOf: (request: Caller) => SlotLimit[];
  /** Retries while the store is down. */
  patiently: <T>(ask: () => Promise<T>, signal?: AbortSignal) => Promise<T>;
  /** Waits for a slot. Rejects when the signal aborts. */
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
};

/** The key of a credential's limit in the store. */
export const keyOf = (credential: string): string => `credential:${credential}`;

/** Takes the next slot for the first caller in line: reserves it, sleeps until it is due, and has it confirmed. */
export function createSlotTaker(options: SlotTakerOptions) {
  const { sql, limitsOf, patiently, sleep, lookEveryMs = Infinity } = options;
  /** Reservations of callers that were cancelled while they slept; the next caller takes them. */
  const spare = new Map<string, Reserved>();

  const reserve = async (request: Caller, limits: SlotLimit[]) => {
    const at = performance.now();
    const patienceMs = options.patienceMs();
    if (!options.hasOwnLimit) {
      const waitMs = await findProviderBlock(sql, keyOf(request.credential));
      if (waitMs > patienceMs) return { granted: false as const, waitMs };
      if (limits.length === 0) {
        const dueAt = performance.now() + waitMs;
        return { granted: true as const, slot: null, at: at + waitMs, dueAt };
      }
    }
    const { granted, waitMs, slot } = await takeProviderSlot(sql, limits, patienceMs);
    const dueAt = performance.now() + waitMs;
    return granted ? { granted, slot, at: at + waitMs, dueAt } : { granted, waitMs };
  };

  return async (request: Caller, signal: AbortSignal | undefined): Promise<Slot> => {
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
      let waitMs = Math.ceil(reserved.dueAt - performance.now());
      if (waitMs <= 0) return { ...reserved, toleranceMs };
      try {
        for (; waitMs > lookEveryMs; waitMs -= lookEveryMs) {
          await sleep(lookEveryMs, signal);
          if (waitMs - lookEveryMs <= options.patienceMs()) continue;
          // The caller has become less patient: others want its place.
          spare.set(credential, reserved);
          return { granted: false, waitMs: waitMs - lookEveryMs };
        }
        await sleep(waitMs, signal);
      } catch (error) {
        spare.set(credential, reserved);
        throw error;
      }
      const { slot } = reserved;
      // In the meantime an earlier request may have turned out late, or the provider may have answered 429.
      if (slot === null) continue;
      const fine = await patiently(() => confirmProviderSlot(sql, limits, slot), signal);
      if (fine) return { ...reserved, toleranceMs };
    }
  };
}
