import { daysInMonth } from '../days.ts';
import { DATE_FORMATS } from './dates.ts';
import { compileStrptime } from './strptime.ts';
import type { DateRange } from './dates.ts';

/** A range of days, and the words that state it. */
export interface StatedPeriod extends DateRange {
  text: string;
  /** It has a first and a last day, or is a month; a year alone, or the date of a statement, says less. */
  isExact: boolean;
}

const SHOWN_MAX = 80;
const LINE_CHARS_MAX = 500;
const FULL_DATES =
  /(?<![\d\p{L}])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{4}年\d{1,2}月\d{1,2}日|\d{1,2}[-./]\d{1,2}[-./]\d{4}|20\d{6}|\d{1,2}\.?[ -](?:de )?\p{L}{3,12}\.?,?[ -](?:de )?\d{4}|\p{L}{3,12}\.? \d{1,2},? \d{4})(?!\d)/gu;
const MONTHS =
  /(?<![\d\p{L}/.-]|\d )(?:(?<name>\p{L}{3,12})\.?[ ,/-]{1,2}(?:de |del )?(?<year>20\d\d)|(?<month>0?[1-9]|1[0-2])[/.-](?<after>20\d\d)|(?<before>20\d\d)(?:[/-](?<last>0[1-9]|1[0-2])|年(?<moon>\d{1,2})月))(?![\d/.-])/gu;
const YEARS = /(?<![\d.,/-])20\d\d(?![\d.,/-]\d|\d)/g;

const READERS = DATE_FORMATS.map((format) => compileStrptime(format));
const readMonth = compileStrptime('%d %b %Y');
const readNumbers = compileStrptime('%d %m %Y');

/** The day in that year with this day of the month and this name or number of a month; undefined if there is none. */
export function dayOfYear(day: number, month: string, year: number): number | undefined {
  const text = `${day} ${month} ${year}`;
  return /^\d+$/.test(month) ? readNumbers(text) : readMonth(text);
}

/** The periods, months, days and years that the lines around a table state, the most exact ones first. */
export function statedPeriods(lines: readonly string[]): StatedPeriod[] {
  const all = lines.flatMap((line) => {
    const text = line.slice(0, LINE_CHARS_MAX);
    return [...spansOf(text), ...monthsOf(text), ...yearsOf(text)].map((days) => ({
      ...days,
      text: line.slice(0, SHOWN_MAX),
    }));
  });
  const length = ({ first, last }: StatedPeriod): number => last - first;
  return all.sort(
    (one, other) => Number(other.isExact) - Number(one.isExact) || length(one) - length(other),
  );
}

type Days = Omit<StatedPeriod, 'text'>;

/** Each pair of consecutive dates, in every format that reads both; a single date ends the year before it. */
function spansOf(text: string): Days[] {
  const dates = text.match(FULL_DATES) ?? [];
  return READERS.flatMap((read) => {
    const days = dates.map((date) => read(date.replace(/(?<=\p{L})\./u, '')));
    const [only] = days;
    if (days.length === 1 && only !== undefined) {
      return [{ first: only - 365, last: only, isExact: false }];
    }
    return days.slice(1).flatMap((last, at) => {
      const first = days[at];
      return first === undefined || last === undefined || first > last
        ? []
        : [{ first, last, isExact: last - first < 366 }];
    });
  });
}

function monthsOf(text: string): Days[] {
  return [...text.matchAll(MONTHS)].flatMap(({ groups = {} }) => {
    const year = Number(groups.year ?? groups.after ?? groups.before);
    const first = dayOfYear(
      1,
      groups.name ?? groups.month ?? groups.last ?? groups.moon ?? '',
      year,
    );
    if (first === undefined) return [];
    const month = new Date(first * 86_400_000).getUTCMonth() + 1;
    return [{ first, last: first + daysInMonth(year, month) - 1, isExact: true }];
  });
}

/** Years that are not part of a day or a month. */
function yearsOf(text: string): Days[] {
  const rest = text
    .replace(FULL_DATES, ' ')
    .replace(MONTHS, (month) => (monthsOf(month).length > 0 ? ' ' : month));
  return (rest.match(YEARS) ?? []).flatMap((year) => {
    const first = dayOfYear(1, '1', Number(year));
    const last = dayOfYear(31, '12', Number(year));
    return first === undefined || last === undefined ? [] : [{ first, last, isExact: false }];
  });
}
