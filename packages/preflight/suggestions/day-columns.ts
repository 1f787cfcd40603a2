import { DATE_FORMATS } from '../fields/dates.ts';
import { isNoValue } from '../fields/no-value.ts';
import { splitTime } from '../fields/split-time.ts';
import { compileStrptime } from '../fields/strptime.ts';
import { isOtherDate, matchDay, matchHeader, namesBookingDay, plainWords } from './header-words.ts';
import { fill, share } from './score-columns.ts';
import { isPendingWord, saysUnbooked } from './state-words.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { ColumnChoice } from './score-columns.ts';

/** With fewer bookings, all may well be on one day. */
const SAME_DAYS_MIN = 5;

/** Days such as 20250303 in every row, without a header that says otherwise. */
function isCompactDay({ header, dates, filled, values }: ColumnLook): boolean {
  return header === '' && dates === filled && [...values].every((value) => /^\d{8}$/.test(value));
}

/** Whether the cells that are no days are dashes, or say that their rows are pending. */
function marksPending({ dates, values }: ColumnLook): boolean {
  const words = dates === 0 ? [] : [...values].filter((value) => !/\d/.test(value));
  return words.length > 0 && words.every((word) => isPendingWord(word) || isNoValue(word));
}

/** Confidence that these are the days of the bookings, by header and cells. */
export function scoreDate(look: ColumnLook): number {
  const content = marksPending(look) ? 1 : share(look.dates, look);
  if (content < 0.6) return 0;
  // A booking day under an unknown header is still better than a value date.
  const other = isOtherDate(look.header) ? 0.65 : 0;
  // Every row may have the day of the export.
  const isOneDay = look.values.size === 1;
  const same = isOneDay && look.filled >= SAME_DAYS_MIN ? 0.2 : 0;
  const isNumber = look.numbers > look.dates / 2 && !isCompactDay(look);
  if (matchHeader(look.header, 'date') === 0 && (look.rows === 0 || isNumber)) return 0;
  const header = matchDay(look.header, isOneDay);
  return Math.max(0.05, header * 0.6 + 0.4 - other - same) * content * (0.3 + 0.7 * fill(look));
}

/** How words begin for the day of a purchase, and for that of any transaction, which a bank may book some days later. */
const PURCHASE = 'purchase|kauf|achat|compra|acquist|aankoop|kob|kjop|kop|zakup|nakup|beleg|покупк';
const DONE = 'transac|transak|transaz|tranzac|operac|operaz|operat|операц|операці|транзакц';
const OF_PURCHASE = new RegExp(`(?<!\\p{L})(?:${PURCHASE})|利用|消費|消费|이용`, 'u');
const OF_TRANSACTION = new RegExp(`(?<!\\p{L})(?:${DONE})|交易|取引|거래`, 'u');

/** Whether the header names the day of a purchase, which is not that on which the bank booked it. */
export const namesPurchase = (header: string): boolean => OF_PURCHASE.test(plainWords(header));

/** Banks book within these days. */
const DAYS_MAX = 14;
const COLUMNS_TRIED_MAX = 6;
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
  const [first, ...others] = dates.slice(0, COLUMNS_TRIED_MAX);
  const headerOf = ({ index }: ColumnChoice): string => looks[index]?.header ?? '';
  if (first === undefined || namesBookingDay(headerOf(first))) return dates;
  const header = headerOf(first);
  if (!namesPurchase(header) && !OF_TRANSACTION.test(plainWords(header))) return dates;
  // Where words tell of booking, they have decided.
  const isOpen = (one: ColumnChoice): boolean =>
    matchHeader(headerOf(one), 'date') > 0 && !namesBookingDay(headerOf(one));
  const later = others.filter((one) => isOpen(one) && followsSoon(rows, first.index, one.index));
  const booked =
    others.find((one) => isOpen(one) && marksBooked(rows, first.index, one.index)) ??
    later.find((one) => !isOtherDate(headerOf(one))) ??
    // A card is charged on the value date, if on no other day, but never on that of the purchase.
    (namesPurchase(header) ? later[0] : undefined);
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

/** Whether the days of one column follow those of another within some days, in a format that reads all of both: in others, years lie between. */
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
  return gaps.some(isSoon);
}
