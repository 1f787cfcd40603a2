/**
 * In which order queued syncs run. Each further run of a household, and each further household at a bank, waits as if it had
 * come a little later: a long queue of one does not keep the others waiting, and still comes to its end.
 */

/** How much later the next run of the same household or bank has its turn. */
const SPACING_MS = 10_000;
/** So many runs of a household or bank are spaced: the last one's turn is three hours after the first one's. */
export const AHEAD_MAX = 1080;
/** BullMQ takes priorities up to 2,097,151; 0 would mean none, and go first. */
const PRIORITIES = 2_097_150;

/** What the turn of a queued run depends on. */
export interface Queued {
  createdAt: Date;
  /** When it was made: live runs of its household, or households with live runs at its bank, whichever were more. */
  ahead: number;
}

/** The moment of the run's turn, in milliseconds since 1970. */
export function turnOf({ createdAt, ahead }: Queued): number {
  return createdAt.getTime() + Math.min(ahead, AHEAD_MAX) * SPACING_MS;
}

/**
 * The priority of its job, the lowest first. They begin again after 242 days: what is queued then goes before the three
 * hours at most that were queued before.
 */
export function priorityOf(run: Queued): number {
  return 1 + (Math.floor(turnOf(run) / SPACING_MS) % PRIORITIES);
}
