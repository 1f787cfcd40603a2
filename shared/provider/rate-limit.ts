import type { Sql } from '../db/connect.ts';
import { connectRedisSlots } from '../redis-slots.ts';
import type { RedisSlots } from '../redis-slots.ts';
import {
  blockProviderKey,
  lowerProviderLimit,
  MAX_SLOTS,
  postponeProviderSlot,
  takeProviderSlot,
} from '../store/provider-limits.ts';
import type { SlotGrant, SlotLimit } from '../store/provider-limits.ts';
import type { RateHeaders } from './rate-headers.ts';

/** Requests per window; 0 slots = no limit. */
export type Allowance = { slots: number; windowMs: number };

export type RateLimiterOptions = {
  /** For every credential on its own. */
  perCredential: Allowance;
  /** For all credentials of one provider host together. */
  perHost: Allowance;
  log: { warn(message: string): unknown };
  sql: Sql;
  /** null: the limits live in Postgres. */
  redis: { url: string; prefix: string } | null;
};

export type SlotRequest = { credential: string; host: string; maxWaitMs: number };

/**
 * Permission to ask the provider, shared by all processes and taken before every HTTP request.
 *
 * The rule is an exact sliding window: the n-th latest grant must be a whole window ago. A plain GCRA
 * either spaces requests evenly, so that a small account's six calls take six seconds, or allows a burst
 * on top of the sustained rate, and then a window can hold more than the limit.
 */
export type RateLimiter = {
  /**
   * Reserves the next free moment unless it is more than `maxWaitMs` away; then nothing is reserved and
   * `waitMs` says when to ask again. `toleranceMs` is how late a granted request may leave. Throws what
   * the store throws: without a store nobody asks the provider.
   */
  take(request: SlotRequest): Promise<SlotGrant & { toleranceMs: number }>;
  /**
   * A granted request ended long after its slot (above `toleranceMs`): it counts from now, since it may
   * have reached the provider at any time in between.
   */
  tookLong(request: SlotRequest, slot: string): Promise<void>;
  /** The provider said 429: nobody uses the credential for so long (15 minutes at most). */
  block(block: { credential: string; waitMs: number }): Promise<void>;
  /** Follows headers that name a lower limit than ours, or a used-up one. */
  learn(credential: string, headers: RateHeaders): Promise<void>;
  /** How long to wait after a 429 that does not say: 1 s, doubling up to a minute, plus jitter. */
  unknownWaitMs(credential: string, random: number): number;
  /** Ends a row of such 429s. */
  succeeded(credential: string): void;
  close(): void;
};

/**
 * Requests reach the provider later than they were granted, some more and some less: a window this much
 * longer keeps a late one and its successors apart. It costs 2.4 % of the allowance.
 */
const MARGIN = 0.025;
/** The part of it that one request may use up before it is counted anew. */
const TOLERATED = 0.6;
const LONGEST_BLOCK_MS = 15 * 60_000;
const LEARNED_FOR_MS = 60 * 60_000;
const LEARN_AGAIN_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

type SlotStore = Pick<RedisSlots, 'take' | 'postpone' | 'block' | 'lower' | 'close'>;

/** Limits in Redis when there is one, else in Postgres. */
export function createRateLimiter(options: RateLimiterOptions): RateLimiter {
  const store = openStore(options);
  const learnedAt = new Map<string, { slots: number; at: number }>();
  const bareRefusals = new Map<string, number>();
  const keyOf = (credential: string): string => `credential:${credential}`;
  const limitsOf = ({ credential, host }: SlotRequest): SlotLimit[] =>
    [
      slotLimit(keyOf(credential), options.perCredential),
      slotLimit(`host:${host}`, options.perHost),
    ].filter((limit) => limit !== null);
  const block: RateLimiter['block'] = ({ credential, waitMs }) =>
    store.block(keyOf(credential), Math.min(waitMs, LONGEST_BLOCK_MS));
  return {
    block,
    async take(request) {
      const limits = limitsOf(request);
      const toleranceMs =
        Math.min(...limits.map(({ windowMs }) => windowMs), MINUTE_MS) * MARGIN * TOLERATED;
      if (limits.length === 0) return { granted: true, waitMs: 0, slot: null, toleranceMs };
      return { ...(await store.take(limits, request.maxWaitMs)), toleranceMs };
    },
    async tookLong(request, slot) {
      const keys = limitsOf(request).map(({ key }) => key);
      await store.postpone(keys, slot);
    },
    async learn(credential, { slots, windowMs, usedUpForMs }) {
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
      await store.lower(limit, LEARNED_FOR_MS);
    },
    unknownWaitMs(credential, random) {
      const refusals = (bareRefusals.get(credential) ?? 0) + 1;
      bareRefusals.set(credential, refusals);
      const baseMs = Math.min(1000 * 2 ** (refusals - 1), MINUTE_MS);
      return Math.round(baseMs * (1 + random * 0.5));
    },
    succeeded: (credential) => void bareRefusals.delete(credential),
    close: () => store.close(),
  };
}

/**
 * With the margin, and cut into shorter windows when the limit is large: `n` windows of 1/n length with
 * 1/n of the slots keep the same limit and need fewer remembered grants.
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

function openStore(options: RateLimiterOptions): SlotStore {
  const { sql, redis, log } = options;
  if (redis !== null) {
    return connectRedisSlots(redis, (error) => log.warn(`provider limits: ${error.message}`));
  }
  return {
    take: (limits, maxWaitMs) => takeProviderSlot(sql, limits, maxWaitMs),
    postpone: (keys, slot) => postponeProviderSlot(sql, keys, slot),
    block: (key, waitMs) => blockProviderKey(sql, key, waitMs),
    lower: (limit, validMs) => lowerProviderLimit(sql, limit, validMs),
    close: () => undefined,
  };
}
