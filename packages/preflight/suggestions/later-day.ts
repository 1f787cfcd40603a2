import { DATE_FORMATS } from '../fields/dates.ts';
import { splitTime } from '../fields/split-time.ts';
import { compileStrptime } from '../fields/strptime.ts';
import { isOtherDate, matchHeader, namesBookingDay, plainWords } from './header-words.ts';
import { saysUnbooked } from './state-words.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnChoice } from './score-columns.ts';

/** The day of what was done, which a bank may book some days later. */
const OF_TRANSACTION =
  /(?<!\p{L})(?:transac|transak|transaz|tranzac|operac|operaz|operat|purchase|kauf|achat|compra|acquist|aankoop|kob|kjop|kop|zakup|nakup|beleg|операц|операці|транзакц|покупк)|交易|取引|利用|消費|消费|이용|거래/u;

/** Banks book within these days. */
const DAYS_MAX = 14;
/** Of fewer rows, all may be later by chance. */
const LATER_MIN = 2;

/**
 * Of the columns of days, best first, puts the one first that holds the days of booking by its cells alone, next to the days of the
 * transactions: those that are not booked lack it, or it is never before them, and after some.
 */
export function bookedFirst(
  dates: readonly ColumnChoice[],
  looks: readonly ColumnLook[],
  rows: readonly SampleRow[],
): readonly ColumnChoice[] {
  const [first, ...others] = dates;
  const headerOf = ({ index }: ColumnChoice): string => looks[index]?.header ?? '';
  if (first === undefined || namesBookingDay(headerOf(first))) return dates;
  if (!OF_TRANSACTION.test(plainWords(headerOf(first)))) return dates;
  // Where words tell of booking, they have decided.
  const isOpen = (one: ColumnChoice): boolean =>
    matchHeader(headerOf(one), 'date') > 0 && !namesBookingDay(headerOf(one));
  const booked =
    others.find((one) => isOpen(one) && marksBooked(rows, first.index, one.index)) ??
    others.find(
      (one) =>
        isOpen(one) && !isOtherDate(headerOf(one)) && followsSoon(rows, first.index, one.index),
    );
  if (booked === undefined) return dates;
  const rest = dates.filter((one) => one !== booked);
  return [{ ...booked, confidence: first.confidence }, ...rest];
}

/** Whether all rows have a day in one column, and those that say that they are not booked, and no others, lack that in another. */
function marksBooked(rows: readonly SampleRow[], from: number, to: number): boolean {
  const isMarked = (row: SampleRow): boolean =>
    row.cells[from] !== '' && (row.cells[to] === '') === saysUnbooked(row);
  return rows.some(saysUnbooked) && rows.every(isMarked);
}

/** Whether the days of one column follow those of another within some days, in each format that reads all of both. */
function followsSoon(rows: readonly SampleRow[], from: number, to: number): boolean {
  const pairs = rows.flatMap(({ cells }): [string, string][] => {
    const [one, other] = [from, to].map(
      (at) => splitTime(cells[at] ?? '')?.date ?? cells[at] ?? '',
    );
    return one && other ? [[one, other]] : [];
  });
  const gaps = DATE_FORMATS.flatMap((format): number[][] => {
    const read = compileStrptime(format);
    const own: number[] = [];
    for (const [one, other] of pairs) {
      const gap = (read(other) ?? NaN) - (read(one) ?? NaN);
      if (Number.isNaN(gap)) return [];
      own.push(gap);
    }
    return [own];
  });
  const isSoon = (own: readonly number[]): boolean =>
    own.every((gap) => gap >= 0 && gap <= DAYS_MAX) &&
    own.filter((gap) => gap > 0).length >= LATER_MIN;
  return gaps.length > 0 && gaps.every(isSoon);
}
