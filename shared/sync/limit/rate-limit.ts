import { addAbortListener } from 'node:events';
import { isAway } from '../../platform/away.ts';
import { throughOutages } from '../../platform/backoff.ts';
import { outageOf } from '../../platform/log-once.ts';
import type { OutageLog } from '../../platform/log-once.ts';
import {
  blockProviderKey,
  lowerProviderLimit,
  MAX_SLOTS,
  postponeProviderSlot,
} from '../store/provider-limits.ts';
import type { SlotLimit } from '../store/provider-limits.ts';
import type { RateHeaders } from './rate-headers.ts';
import { createSlotTaker, keyOf, MARGIN } from './take-slot.ts';
import type { Caller, Slot, SlotTakerOptions } from './take-slot.ts';

/** Requests per window; 0 slots: unlimited on our side. @internal */
export type Allowance = { slots: number; windowMs: number };

export type RateLimiterOptions = Pick<
  SlotTakerOptions,
  'patienceMs' | 'lookEveryMs' | 'sleep' | 'sql'
> & {
  perCredential: Allowance;
  perHost: Allowance;
  /** How long to retry while the store is down, before its error is thrown. Milliseconds. */
  storePatienceMs?: number | undefined;
  log: OutageLog;
};

/**
 * Permission for requests to the provider, shared by all processes and taken before every HTTP request.
 *
 * The rule is an exact sliding window: the n-th latest grant must be a whole window ago. A plain GCRA either spaces requests
 * evenly, which makes a small account's six calls take six seconds, or allows a burst on top of the sustained rate, which exceeds
 * the limit within a window.
 *
 * Callers do not poll. The callers of a credential queue up within their process, and the first one holds a reservation in the
 * shared store and sleeps until it is due. So processes take turns, none can starve another, and a process that dies loses one
 * reservation per credential, not one per caller.
 */
export type RateLimiter = ReturnType<typeof createRateLimiter>;

const LONGEST_BLOCK_MS = 15 * 60_000;
const LEARNED_FOR_MS = 60 * 60_000;
const LEARN_AGAIN_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/** A person waits for the answer; a restarting store is back by then. */
const STORE_PATIENCE_MS = 3_000;
const STORE_WAITS = { firstMs: 125, longestMs: 2_000 };

/** The limits are in Postgres, whatever the queue's backend: there they are as durable as the data that the requests bring. */
export function createRateLimiter(options: RateLimiterOptions) {
  const { sql, sleep } = options;
  const outage = outageOf(options.log, 'provider limits');
  const inTurn = createTurns();
  const learnedAt = new Map<string, { slots: number; at: number }>();
  const bareRefusals = new Map<string, number>();
  const limitsOf = ({ credential, host }: Caller): SlotLimit[] =>
    [
      slotLimit(keyOf(credential), options.perCredential),
      slotLimit(`host:${host}`, options.perHost),
    ].filter((limit) => limit !== null);
  const patienceMs = options.storePatienceMs ?? STORE_PATIENCE_MS;
  const endurance = { isAway, patienceMs, waits: STORE_WAITS, outage, sleep };
  /** A restarting datastore is back within seconds, so the run does not have to be given up. */
  const patiently = <T>(ask: () => Promise<T>, signal?: AbortSignal): Promise<T> =>
    throughOutages(ask, endurance, signal);
  const block = ({ credential, waitMs }: { credential: string; waitMs: number }) =>
    patiently(() => blockProviderKey(sql, keyOf(credential), Math.min(waitMs, LONGEST_BLOCK_MS)));

  const takeTurn = createSlotTaker({
    ...options,
    hasOwnLimit: options.perCredential.slots > 0,
    limitsOf,
    patiently,
  });

  return {
    /** The provider answered 429: blocks the credential for `waitMs`, 15 minutes at most. */
    block,
    /**
     * Resolves when the slot is due, or at once if the wait exceeds the caller's patience. Throws the store's error after
     * `storePatienceMs` of retries (no request goes out without the store), and the signal's reason if aborted.
     */
    take: (request: Caller, signal?: AbortSignal): Promise<Slot> =>
      inTurn(request.credential, () => takeTurn(request, signal), signal),
    /**
     * A granted request reached the provider long after its slot (more than `toleranceMs`), or may have. It now counts from this
     * moment, because it may have arrived at any time in between.
     */
    async tookLong(request: Caller, slot: string) {
      const keys = limitsOf(request).map(({ key }) => key);
      await patiently(() => postponeProviderSlot(sql, keys, slot));
    },
    /** Applies a lower limit from the provider's headers, or waits while theirs is exhausted. */
    async learn(credential: string, { slots, windowMs, usedUpForMs }: RateHeaders) {
      if (usedUpForMs !== null && usedUpForMs <= LONGEST_BLOCK_MS) {
        await block({ credential, waitMs: usedUpForMs });
      }
      if (slots === null || options.perCredential.slots === 0) return;
      const named = { slots, windowMs: windowMs ?? MINUTE_MS };
      const own = options.perCredential;
      if (named.slots / named.windowMs >= own.slots / own.windowMs) return;
      const known = learnedAt.get(credential);
      const now = performance.now();
      if (known !== undefined && known.slots === slots && now - known.at < LEARN_AGAIN_MS) return;
      const limit = slotLimit(keyOf(credential), named);
      if (limit === null) return;
      learnedAt.set(credential, { slots, at: now });
      await patiently(() => lowerProviderLimit(sql, limit, LEARNED_FOR_MS));
    },
    /** How long to wait after a 429 that does not say: 1 s, doubling up to a minute, plus jitter. */
    unknownWaitMs(credential: string, random: number) {
      const refusals = (bareRefusals.get(credential) ?? 0) + 1;
      bareRefusals.set(credential, refusals);
      const baseMs = Math.min(1000 * 2 ** (refusals - 1), MINUTE_MS);
      return Math.round(baseMs * (1 + random * 0.5));
    },
    succeeded: (credential: string) => void bareRefusals.delete(credential),
  };
}

/**
 * Includes the margin. A large limit is split into shorter windows: `n` windows of 1/n length with 1/n of the slots enforce the
 * same limit and need fewer stored grants.
 * @internal
 */
function slotLimit(key: string, allowance: Allowance): SlotLimit | null {
  if (allowance.slots === 0) return null;
  const parts = Math.ceil(allowance.slots / MAX_SLOTS);
  return {
    key,
    slots: Math.floor(allowance.slots / parts),
    windowMs: (allowance.windowMs / parts) * (1 + MARGIN),
  };
}

/**
 * Starts works of the same name one after another, in the order of their calls. A caller whose signal aborts before its turn leaves
 * at once with the signal's reason, and its work never starts. A waiting caller only costs memory.
 */
function createTurns() {
  const last = new Map<string, Promise<unknown>>();

  return async <T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    const before = last.get(name);
    const turn = new Promise<void>((resolve, reject) => {
      const listening = signal && addAbortListener(signal, () => reject(signal.reason as Error));
      void Promise.resolve(before).then(() => {
        listening?.[Symbol.dispose]();
        resolve();
      });
    });
    const result = turn.then(work);
    // When a caller leaves, those after it must still wait for those before it.
    const ended = Promise.allSettled([before, result]);
    last.set(name, ended);
    void ended.then(() => last.get(name) === ended && last.delete(name));
    return await result;
  };
}
