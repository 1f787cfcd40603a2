import { groupBy } from '../../platform/group-by.ts';
import { addDays } from '#preflight/days';

/** A bank's row, with the day of the file row that it is known as, or null when no file has it. */
export interface BankRow {
  id: string;
  date: string;
  fileDate: string | null;
}

/** A row of a file without a bank's row. */
export interface FreeRow {
  id: string;
  date: string;
}

/** What makes room: the bank's rows along the way hand what they are known as on to the next one. */
export interface Shift {
  /** The file's row that finds its place … */
  free: string;
  /** … as the first of these rows, each of which hands what it was known as on to the next. */
  banks: string[];
}

/**
 * Finds places for rows of files whose place was taken: while the bank had not listed a purchase, its row in a file may
 * have been taken for a neighbour of the same price, and that one's for the next. Ways are as short as possible and end
 * at a bank's row that no file has. All rows are of one account and money.
 */
export function findShifts(
  free: readonly FreeRow[],
  banks: readonly BankRow[],
  daysApartMax: number,
): Shift[] {
  const shifts: Shift[] = [];
  const fileDates = new Map(banks.map(({ id, fileDate }) => [id, fileDate]));
  for (const row of free) {
    const way = findWay(row, banks, fileDates, daysApartMax);
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

/** Breadth first, each row of the bank visited once. */
function findWay(
  start: FreeRow,
  banks: readonly BankRow[],
  fileDates: ReadonlyMap<string, string | null>,
  daysApartMax: number,
): string[] | null {
  const unvisited = groupBy(banks, ({ date }) => date);
  const cameFrom = new Map<string, string | null>();
  const queue: { id: string | null; date: string }[] = [{ id: null, date: start.date }];
  for (const { id: from, date } of queue) {
    for (let days = -daysApartMax; days <= daysApartMax; days += 1) {
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
