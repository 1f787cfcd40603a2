import { setTimeout as delay } from 'node:timers/promises';
import type { Outage } from './log-once.ts';

/** Waits that double from `firstMs` up to `longestMs`, with jitter so that processes do not return together. */
export interface Backoff {
  /** The next wait, in milliseconds: between half of its length and all of it. */
  next(): number;
  /** After a success the next wait is short again. */
  reset(): void;
}

interface Waits {
  firstMs: number;
  longestMs: number;
}

/** The wait after so many failures before the last one, in milliseconds: between half of its length and all of it. */
export function backoffAfter(
  failures: number,
  { firstMs, longestMs }: Waits,
  random: () => number = Math.random,
): number {
  const lengthMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(lengthMs * (0.5 + random() / 2));
}

/** Waits that grow while tries fail. `random` is a number from 0 up to 1. */
export function createBackoff(waits: Waits, random: () => number = Math.random): Backoff {
  let failures = 0;
  return {
    next() {
      failures += 1;
      return backoffAfter(failures - 1, waits, random);
    },
    reset: () => void (failures = 0),
  };
}

/** Waits so many milliseconds. Rejects when the signal aborts. */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal });
}

/** How to continue through an outage. */
interface Endurance {
  isAway: (error: unknown) => boolean;
  /** How long tries continue after the first failure of an outage. Milliseconds. */
  patienceMs: number;
  waits: Waits;
  outage: Pick<Outage, 'failed' | 'worked'>;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Does work again while what it needs is away. Throws the error of the last try when that takes too long, or once the signal
 * aborts. Work that lasted longer than `patienceMs` before it failed has met another outage.
 */
export async function throughOutages<T>(
  work: () => Promise<T>,
  { isAway, patienceMs, waits, outage, sleep = sleepFor }: Endurance,
  signal?: AbortSignal,
): Promise<T> {
  const backoff = createBackoff(waits);
  let until = 0;
  for (;;) {
    const begunAt = performance.now();
    try {
      const result = await work();
      outage.worked();
      return result;
    } catch (error) {
      if (!isAway(error)) throw error;
      outage.failed(error);
      const now = performance.now();
      if (until === 0 || now - begunAt > patienceMs) {
        until = now + patienceMs;
        backoff.reset();
      }
      if (now > until) throw error;
      await sleep(backoff.next(), signal).catch(() => undefined);
      if (signal?.aborted === true) throw error;
    }
  }
}
