import type { Clock } from '../../shared/platform/clock.ts';

/** A clock that a test can hold still and move. Runs with the real time until it is set. */
export interface TestClock extends Clock {
  /** Holds the time at this instant. */
  set(instant: string | Date): void;
  /** Moves a held time on. */
  advance(ms: number): void;
  /** Runs with the real time again. */
  release(): void;
}

export function createTestClock(): TestClock {
  let held: number | null = null;
  return {
    now: () => new Date(held ?? Date.now()),
    set(instant) {
      held = new Date(instant).getTime();
    },
    advance(ms) {
      if (held === null) throw new Error('Set the clock before moving it.');
      held += ms;
    },
    release() {
      held = null;
    },
  };
}
