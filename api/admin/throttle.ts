import type { Clock } from '../../shared/clock.ts';

const WINDOW_MS = 60_000;
const FAILURES_PER_ADDRESS = 5;
/** For all addresses together: guessing from many of them is no faster. */
const FAILURES_IN_ALL = 50;

/** Slows down the guessing of a password, in this process. */
export interface LoginThrottle {
  /** Seconds to wait before another try, 0 when it may be now. */
  waitSeconds(address: string): number;
  fail(address: string): void;
}

/** Counts failures of the last minute; at most 50 are ever kept, so memory is bounded. */
export function createLoginThrottle(clock: Clock): LoginThrottle {
  let failures: { address: string; at: number }[] = [];
  const recent = () => {
    const since = clock.now().getTime() - WINDOW_MS;
    failures = failures.filter(({ at }) => at > since);
    return failures;
  };
  return {
    waitSeconds(address) {
      const all = recent();
      const own = all.filter((failure) => failure.address === address);
      const full =
        own.length >= FAILURES_PER_ADDRESS ? own : all.length >= FAILURES_IN_ALL ? all : null;
      const first = full?.[0];
      if (first === undefined) return 0;
      return Math.max(1, Math.ceil((first.at + WINDOW_MS - clock.now().getTime()) / 1000));
    },
    fail(address) {
      if (recent().length < FAILURES_IN_ALL) failures.push({ address, at: clock.now().getTime() });
    },
  };
}
