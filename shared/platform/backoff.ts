/** Waits that double from `firstMs` up to `longestMs`, with jitter so that processes do not return together. */
export interface Backoff {
  /** The next wait, in milliseconds: between half of its length and all of it. */
  next(): number;
  /** After a success the next wait is short again. */
  reset(): void;
}

/** Waits that grow while tries fail. `random` is a number from 0 up to 1. */
export function createBackoff(
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
  random: () => number = Math.random,
): Backoff {
  let failures = 0;
  return {
    next() {
      const lengthMs = Math.min(longestMs, firstMs * 2 ** Math.min(failures, 30));
      failures += 1;
      return Math.round(lengthMs * (0.5 + random() / 2));
    },
    reset: () => void (failures = 0),
  };
}
