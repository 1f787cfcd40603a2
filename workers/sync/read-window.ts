import { addDays } from '#preflight/days';

export type WindowFacts = {
  /** The household's local day at the start of the read. */
  today: string;
  /** Day of the last complete read of this account; null: never, or linked anew. */
  watermark: string | null;
  /** Date of the oldest pending row still open. */
  oldestPending: string | null;
  /** First day that the user wants to see; null: `initialDays` back. */
  historyStart: string | null;
  /** The floor of an earlier complete read: history does not move on with the calendar. */
  knownFloor: string | null;
  initialDays: number;
  lookbackDays: number;
};

export type ReadWindow = {
  /** Inclusive days asked of the provider. */
  from: string;
  to: string;
  /** Rows before this day are dropped; rows between it and `from` are late ones and stored. */
  floor: string;
};

const earlier = (a: string, b: string): string => (a < b ? a : b);
const later = (a: string, b: string): string => (a > b ? a : b);

/** Which days to ask for. Deliberately overlaps the last read: banks add rows with older dates. */
export function readWindow(facts: WindowFacts): ReadWindow {
  const firstRead = addDays(facts.today, -facts.initialDays);
  const floor = facts.historyStart ?? earlier(facts.knownFloor ?? firstRead, firstRead);
  // One day ahead: the bank may already be in tomorrow.
  const to = addDays(facts.today, 1);
  // The history may begin earlier than it was ever read: a deeper start was asked for meanwhile.
  const unread = facts.knownFloor !== null && floor < facts.knownFloor;
  if (facts.watermark === null || unread) return { from: earlier(floor, to), to, floor };
  const lookback = addDays(facts.watermark, -facts.lookbackDays);
  const pending = facts.oldestPending === null ? lookback : addDays(facts.oldestPending, -1);
  return { from: later(earlier(lookback, pending), floor), to, floor };
}
