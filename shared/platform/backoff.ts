import { setTimeout as delay } from 'node:timers/promises';
import type { Outage } from './log-once.ts';

interface Waits {
  firstMs: number;
  longestMs: number;
}

/** The delay after this many earlier failures, in milliseconds: between half and all of its nominal length. */
export function backoffAfter(
  failures: number,
  { firstMs, longestMs }: Waits,
  random: () => number = Math.random,
): number {
  const lengthMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
  return Math.round(lengthMs * (0.5 + random() / 2));
}

/**
 * Delays that double while tries fail, with jitter so that processes do not retry in lockstep. `random` returns a number from 0 up
 * to, but not including, 1.
 */
export function createBackoff(waits: Waits, random: () => number = Math.random) {
  let failures = 0;
  return {
    next(): number {
      failures += 1;
      return backoffAfter(failures - 1, waits, random);
    },
    /** Call it after a success: the next delay is short again. */
    reset: () => void (failures = 0),
  };
}

/** Waits this many milliseconds. Rejects if the signal aborts. */
export async function sleepFor(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal === undefined ? {} : { signal });
}

/** How to last through an outage. */
interface Endurance {
  isAway: (error: unknown) => boolean;
  /** How long to keep trying after the first failure of an outage. Milliseconds. */
  patienceMs: number;
  waits: Waits;
  outage: Pick<Outage, 'failed' | 'worked'>;
  sleep?: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/**
 * Retries work while what it depends on is away. Throws the error of the last try after `patienceMs`, or once the signal aborts. If
 * work ran longer than `patienceMs` before it failed, that counts as a new outage.
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
