/** Time as a dependency, so that tests can hold it still. */
export interface Clock {
  now(): Date;
}

/** The real clock: that of the database in a process that follows it (`shared/postgres/driver/follow-clock.ts`). */
export const systemClock: Clock = { now: () => new Date(Date.now()) };
