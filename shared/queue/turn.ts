/**
 * The order in which queued syncs run. Each further run of a household, and each further household at a bank, is treated as if it
 * had arrived a little later: a long queue of one does not block the others, but still gets done.
 */

/** How much later each further run of the same household or bank is scheduled. */
const SPACING_MS = 10_000;
/** How many runs of a household or bank are spaced: the last one's turn is three hours after the first one's. */
export const AHEAD_MAX = 1080;
/** BullMQ accepts priorities up to 2,097,151; 0 would mean none, and go first. */
const PRIORITIES = 2_097_150;

/** What determines the turn of a queued run. */
export interface Queued {
  createdAt: Date;
  /** At its creation: the live runs of its household, or the households with live runs at its bank, whichever were more. */
  ahead: number;
}

/** The time of the run's turn, in milliseconds since 1970. */
export function turnOf({ createdAt, ahead }: Queued): number {
  return createdAt.getTime() + Math.min(ahead, AHEAD_MAX) * SPACING_MS;
}

/**
 * The priority of its job, lowest first. It wraps around after 242 days: runs queued right after that overtake those of at most
 * three hours before.
 */
export function priorityOf(run: Queued): number {
  return 1 + (Math.floor(turnOf(run) / SPACING_MS) % PRIORITIES);
}
