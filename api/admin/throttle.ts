import type { Clock } from '../../shared/clock.ts';
import { createFailureCounts } from '../limits/failure-counts.ts';

const WINDOW_MS = 15 * 60_000;
/** Typing errors that cost nothing. */
const FREE_FAILURES = 3;
const FIRST_DELAY_MS = 500;
const LONGEST_DELAY_MS = 8_000;
/** Answers that are held back at once; more would only hold our own memory. */
const DELAYED_MAX = 100;

/** Slows down the guessing of a password, in this process. The right password never waits. */
export interface LoginThrottle {
  /** Counts a failure of a client address, and waits before the answer: longer with each. */
  fail(address: string): Promise<void>;
}

/** `wait` takes milliseconds. */
export function createLoginThrottle(
  clock: Clock,
  wait: (ms: number) => Promise<unknown> = (ms) => new Promise((done) => setTimeout(done, ms)),
): LoginThrottle {
  const failures = createFailureCounts(clock, WINDOW_MS);
  let delayed = 0;
  return {
    async fail(address) {
      const over = failures.add(address) - FREE_FAILURES;
      if (over <= 0 || delayed >= DELAYED_MAX) return;
      delayed += 1;
      await wait(Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** (over - 1)));
      delayed -= 1;
    },
  };
}
