import { groupBy } from '../../platform/group-by.ts';
import { addDays } from '#preflight/days';
import { DAYS_APART_MAX } from './view-evidence.ts';

/** A file row without a bank's row. */
export interface FreeRow {
  id: string;
  date: string;
}

/** A bank's row, with the day of the file row that claims it, or null if no file has it. */
export interface BankRow extends FreeRow {
  fileDate: string | null;
}

/** One rearrangement: each bank's row along the path passes its claims on to the next one. */
export interface Shift {
  /** The file row that gets a place … */
  free: string;
  /** … namely the first of these rows; each passes its claims on to the next. */
  banks: string[];
}

/**
 * Finds places for file rows whose place was taken: before the bank had listed a purchase, its file row may have been matched to a
 * neighbour of the same price, and that one's row to the next. Paths are as short as possible and end at a bank's row that no file
 * has. All rows are of one account and amount.
 */
export function findShifts(free: readonly FreeRow[], banks: readonly BankRow[]): Shift[] {
  const shifts: Shift[] = [];
  const fileDates = new Map(banks.map(({ id, fileDate }) => [id, fileDate]));
  for (const row of free) {
    const way = findWay(row, banks, fileDates);
    if (way === null) continue;
    shifts.push({ free: row.id, banks: way });
    let handed: string | null = row.date;
    for (const id of way) {
      const own: string | null = fileDates.get(id) ?? null;
      fileDates.set(id, handed);
      handed = own;
    }
  }
  return shifts;
}

/** Breadth-first search that visits each of the bank's rows once. */
function findWay(
  start: FreeRow,
  banks: readonly BankRow[],
  fileDates: ReadonlyMap<string, string | null>,
): string[] | null {
  const unvisited = groupBy(banks, ({ date }) => date);
  const cameFrom = new Map<string, string | null>();
  const queue: { id: string | null; date: string }[] = [{ id: null, date: start.date }];
  for (const { id: from, date } of queue) {
    for (let days = -DAYS_APART_MAX; days <= DAYS_APART_MAX; days += 1) {
      const day = addDays(date, days);
      for (const { id } of unvisited.get(day) ?? []) {
        cameFrom.set(id, from);
        const fileDate = fileDates.get(id) ?? null;
        if (fileDate === null) return wayTo(id, cameFrom);
        queue.push({ id, date: fileDate });
      }
      unvisited.delete(day);
    }
  }
  return null;
}

function wayTo(end: string, cameFrom: ReadonlyMap<string, string | null>): string[] {
  const way: string[] = [];
  for (let id: string | null = end; id !== null; id = cameFrom.get(id) ?? null) way.unshift(id);
  return way;
}
