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
