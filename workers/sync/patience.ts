/**
 * A run that waits for a slot in place costs nothing while no other job wants the place, and it keeps its turn
 * at the limiter. When others wait for its place, in line or for a full process, it goes back to the queue instead.
 */
const PATIENCE_MS = 15_000;
export const PATIENCE_WHEN_CROWDED_MS = 500;
/** How often a process looks who waits for its places. */
export const LOOK_EVERY_MS = 500;

/** The longest wait for a slot in place. Milliseconds. */
export function patienceMs(crowded: boolean): number {
  return crowded ? PATIENCE_WHEN_CROWDED_MS : PATIENCE_MS;
}
