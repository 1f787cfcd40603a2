import { isIPv6 } from 'node:net';
import type { Clock } from '../../shared/platform/clock.ts';

/** The most addresses counted separately in one window; further ones count as one. */
const ADDRESSES_MAX = 10_000;

/** Counts failures of client addresses in fixed windows of time, in the memory of this process. */
export type FailureCounts = ReturnType<typeof createFailureCounts>;

/** Counts in windows of `windowMs`, for a bounded number of addresses. */
export function createFailureCounts(clock: Clock, windowMs: number) {
  let counts = new Map<string, number>();
  let window = 0;
  return {
    /** Counts one failure and returns how many the address has in this window. */
    add(address: string) {
      const now = Math.floor(clock.now().getTime() / windowMs);
      if (now !== window) counts = new Map();
      window = now;
      const network = networkOf(address);
      const key = counts.has(network) || counts.size < ADDRESSES_MAX ? network : 'others';
      const count = (counts.get(key) ?? 0) + 1;
      counts.set(key, count);
      return count;
    },
    /** Seconds until the window ends, at least 1. */
    secondsLeft() {
      const elapsed = clock.now().getTime() % windowMs;
      return Math.max(1, Math.ceil((windowMs - elapsed) / 1000));
    },
  };
}

/** The network to count an address under: an IPv6 client has a whole /64. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length;
  return [...groups, ...Array<string>(zeros).fill('0'), ...after].slice(0, 4).join(':');
}
