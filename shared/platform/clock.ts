/** Time as a dependency, so that tests can freeze it. */
export interface Clock {
  now(): Date;
}

/** The real clock: the database's in a process that follows it (`shared/postgres/driver/follow-clock.ts`). */
export const systemClock: Clock = { now: () => new Date(Date.now()) };
