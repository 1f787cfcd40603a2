import type { Outage } from '../../platform/log-once.ts';
import { connectRedis } from '../../platform/redis.ts';
import { KEPT_GRANTS, LONGEST_QUEUE_MS } from '../store/provider-limits.ts';
import type { SlotGrant, SlotLimit } from '../store/provider-limits.ts';

/** The provider's limits in Redis: the same moves as in Postgres. */
export type RedisSlots = {
  take(limits: readonly SlotLimit[], maxWaitMs: number): Promise<SlotGrant>;
  /** Whether a reserved slot may be used at its moment; one that may not is given back. */
  confirm(limits: readonly SlotLimit[], slot: string): Promise<boolean>;
  postpone(keys: readonly string[], slot: string): Promise<void>;
  block(key: string, waitMs: number): Promise<void>;
  /** 0 when the key is free. Milliseconds. */
  blockedFor(key: string): Promise<number>;
  lower(limit: SlotLimit, validMs: number): Promise<void>;
  close(): void;
};

// KEYS: per limit a list of grants and a hash; ARGV: maxWaitMs, then slots and windowMs per limit.
const TAKE_SCRIPT = `
  local time = redis.call('time')
  local now = time[1] * 1000 + time[2] / 1000
  local at, visit, spacing, limiting = now, nil, nil, nil
  for i = 1, #KEYS, 2 do
    local slots, window = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
    local facts = redis.call('hmget', KEYS[i + 1], 'blocked_until', 'slots', 'window_ms', 'until', 'next_visit')
    if facts[4] and tonumber(facts[4]) > now and facts[2] / facts[3] < slots / window then
      slots, window = tonumber(facts[2]), tonumber(facts[3])
    end
    local nth = redis.call('lindex', KEYS[i], -slots)
    local own = math.max(now, tonumber(facts[1] or '0'),
      tonumber(redis.call('lindex', KEYS[i], -1) or '-1') + 0.001, nth and nth + window or 0)
    if own >= at then
      at, visit, spacing, limiting = own, tonumber(facts[5] or '0'), window / slots, KEYS[i + 1]
    end
  end
  if at - now > tonumber(ARGV[1]) then
    visit = math.max(at, math.min(visit, now + ${LONGEST_QUEUE_MS}))
    redis.call('hset', limiting, 'next_visit', string.format('%.3f', visit + spacing))
    redis.call('pexpire', limiting, 86400000)
    return {0, string.format('%.3f', visit - now), ''}
  end
  local slot = string.format('%.3f', at)
  for i = 1, #KEYS, 2 do
    redis.call('rpush', KEYS[i], slot)
    redis.call('ltrim', KEYS[i], -${KEPT_GRANTS}, -1)
    redis.call('pexpire', KEYS[i], 86400000)
  end
  return {1, string.format('%.3f', at - now), slot}`;

// KEYS: per limit a list of grants and a hash; ARGV: the slot, then slots and windowMs per limit.
const CONFIRM_SCRIPT = `
  local slot = tonumber(ARGV[1])
  local fine = true
  for i = 1, #KEYS, 2 do
    local slots, window = tonumber(ARGV[i + 1]), tonumber(ARGV[i + 2])
    local place = redis.call('lpos', KEYS[i], ARGV[1])
    local blocked = tonumber(redis.call('hget', KEYS[i + 1], 'blocked_until') or '0')
    if not place or blocked > slot then
      fine = false
    elseif place >= slots then
      fine = fine and tonumber(redis.call('lindex', KEYS[i], place - slots)) + window <= slot + 0.01
    end
  end
  if not fine then
    for i = 1, #KEYS, 2 do redis.call('lrem', KEYS[i], 1, ARGV[1]) end
  end
  return fine and 1 or 0`;

// KEYS: lists of grants; ARGV: the slot.
const POSTPONE_SCRIPT = `
  local time = redis.call('time')
  local now = time[1] * 1000 + time[2] / 1000
  for i = 1, #KEYS do
    if now > tonumber(ARGV[1]) and redis.call('lrem', KEYS[i], 1, ARGV[1]) == 1 then
      local later = {}
      while tonumber(redis.call('lindex', KEYS[i], -1) or '0') > now do
        table.insert(later, 1, redis.call('rpop', KEYS[i]))
      end
      redis.call('rpush', KEYS[i], string.format('%.3f', now))
      for _, grant in ipairs(later) do redis.call('rpush', KEYS[i], grant) end
    end
  end
  return 1`;

const BLOCK_SCRIPT = `
  local time = redis.call('time')
  local blocked = time[1] * 1000 + time[2] / 1000 + ARGV[1]
  local known = tonumber(redis.call('hget', KEYS[1], 'blocked_until') or '0')
  if blocked > known then
    redis.call('hset', KEYS[1], 'blocked_until', string.format('%.3f', blocked))
  end
  redis.call('pexpire', KEYS[1], 86400000)
  return 1`;

const BLOCKED_SCRIPT = `
  local time = redis.call('time')
  local blocked = tonumber(redis.call('hget', KEYS[1], 'blocked_until') or '0')
  return math.ceil(math.max(0, blocked - time[1] * 1000 - time[2] / 1000))`;

const LOWER_SCRIPT = `
  local time = redis.call('time')
  local valid = time[1] * 1000 + time[2] / 1000 + ARGV[3]
  redis.call('hset', KEYS[1], 'slots', ARGV[1], 'window_ms', ARGV[2],
    'until', string.format('%.3f', valid))
  redis.call('pexpire', KEYS[1], 86400000)
  return 1`;

/**
 * A connection of its own, which fails within a second or two while Redis is away: no request goes to
 * the provider without a slot. Connects on first use.
 */
export function connectRedisSlots(
  options: { url: string; prefix: string },
  outage: Outage,
): RedisSlots {
  // One hash tag: on a cluster a script's keys must share a node.
  const keyPrefix = `${options.prefix}:{provider-limits}:`;
  const redis = connectRedis(options.url, { keyPrefix }, outage);
  return {
    async take(limits, maxWaitMs) {
      const keys = limits.flatMap(({ key }) => [`${key}:grants`, `${key}:facts`]);
      const numbers = limits.flatMap(({ slots, windowMs }) => [slots, windowMs]);
      const answer = await redis.eval(TAKE_SCRIPT, keys.length, ...keys, maxWaitMs, ...numbers);
      const [granted, waitText, slot] = answer as [number, string, string];
      const waitMs = Math.max(0, Math.ceil(Number(waitText)));
      return { granted: granted === 1, waitMs, slot: granted === 1 ? slot : null };
    },
    async confirm(limits, slot) {
      const keys = limits.flatMap(({ key }) => [`${key}:grants`, `${key}:facts`]);
      const numbers = limits.flatMap(({ slots, windowMs }) => [slots, windowMs]);
      return (await redis.eval(CONFIRM_SCRIPT, keys.length, ...keys, slot, ...numbers)) === 1;
    },
    async postpone(keys, slot) {
      await redis.eval(POSTPONE_SCRIPT, keys.length, ...keys.map((key) => `${key}:grants`), slot);
    },
    async block(key, waitMs) {
      await redis.eval(BLOCK_SCRIPT, 1, `${key}:facts`, waitMs);
    },
    async blockedFor(key) {
      return (await redis.eval(BLOCKED_SCRIPT, 1, `${key}:facts`)) as number;
    },
    async lower({ key, slots, windowMs }, validMs) {
      await redis.eval(LOWER_SCRIPT, 1, `${key}:facts`, slots, windowMs, validMs);
    },
    close: () => redis.disconnect(),
  };
}
