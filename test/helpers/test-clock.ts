export type TestClock = ReturnType<typeof createTestClock>;

/** A clock that a test can hold still and move. Runs with the real time until it is set. */
export function createTestClock() {
  let held: number | null = null;
  return {
    now: () => new Date(held ?? Date.now()),
    /** Holds the time at this instant. */
    set(instant: string | Date): void {
      held = new Date(instant).getTime();
    },
    /** Moves a held time on. */
    advance(ms: number): void {
      if (held === null) throw new Error('Set the clock before moving it.');
      held += ms;
    },
    /** Runs with the real time again. */
    release(): void {
      held = null;
    },
  };
}
