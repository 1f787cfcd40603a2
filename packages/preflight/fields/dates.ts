import { remember } from '../remember.ts';
import { RowTally } from '../row-tally.ts';
import { inBuddhistYears, withYearFirst } from './other-years.ts';
import { splitTime } from './split-time.ts';
import { compilePlain, plainDate } from './strptime.ts';
import type { DateReader } from './strptime.ts';

/** The reference's default, preferred when several formats fit. */
export const DEFAULT_DATE_FORMAT = '%m/%d/%Y';

/**
 * The formats that are inferred, in order of preference: the default, ISO, the others that the reference offers, then
 * further ones that banks use.
 */
export const DATE_FORMATS = [
  DEFAULT_DATE_FORMAT,
  '%Y-%m-%d',
  '%m-%d-%Y',
  '%d.%m.%Y',
  '%d-%m-%Y',
  '%d/%m/%Y',
  '%Y/%m/%d',
  '%e/%m/%Y',
  '%Y.%m.%d',
  '%Y%m%d',
  '%d %b %Y',
  '%d/%m/%y',
  '%m/%d/%y',
  '%d.%m.%y',
  '%d-%m-%y',
  '%m-%d-%y',
  '%d-%b-%Y',
  '%d-%b-%y',
  '%d %b %y',
  '%d/%b/%Y',
  '%b %d, %Y',
  '%b %d %Y',
  '%b-%d-%Y',
  '%d.%m.%Y.',
  '%Y.%m.%d.',
  '%d%m%Y',
  '%d %b, %Y',
  '%m %d %Y',
  '%d %m %Y',
  '%Y %m %d',
  '%d%b%Y',
  '%y%m%d',
] as const;

/** A date of six digits without separators must be the whole text: other numbers contain six such digits, too. */
const SIX_DIGITS = '%y%m%d';
const READERS: DateReader[] = DATE_FORMATS.map((format) => {
  const read = compilePlain(format);
  return format === SIX_DIGITS ? (text) => (text.length === 6 ? read(text) : undefined) : read;
});

/** Thailand writes the day first. */
const BUDDHIST_READERS = DATE_FORMATS.map((format) =>
  format.startsWith('%d') && format.includes('%y')
    ? compilePlain(inBuddhistYears(format))
    : undefined,
);
const YEARS_FIRST_READERS = DATE_FORMATS.map((format) => {
  const turned = withYearFirst(format);
  return turned === undefined ? undefined : compilePlain(turned);
});

/** Stands for a run of digits; LETTERS stands for one of letters. */
const DIGITS = 57;
const LETTERS = 97;
const BLANKS = 32;
const POINT = 46;
/** The most signs that a format has. */
const SHAPE_SIGNS_MAX = 7;

/**
 * A hash of the signs of a text, with each run of digits, letters or blanks as one sign: 01/Mar/2024 and %d/%b/%Y are
 * both 9/a/9. Returns 0 for a shape that no format has.
 */
function shapeOf(text: string): number {
  let shape = 1;
  let signs = 0;
  let last = 0;
  for (let at = 0; at < text.length; at += 1) {
    const sign = signOf(text.charCodeAt(at));
    if (sign === last && (sign === DIGITS || sign === LETTERS || sign === BLANKS)) continue;
    // Skips the full stop of a short name: Jan. 3, 2025.
    if (sign === POINT && last === LETTERS) continue;
    signs += 1;
    if (sign > 127 || signs > SHAPE_SIGNS_MAX) return 0;
    shape = (Math.imul(shape, 31) + sign) | 0;
    last = sign;
  }
  return shape;
}

function signOf(code: number): number {
  if (code >= 48 && code <= 57) return DIGITS;
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122) ? LETTERS : code;
}

/** Each format has one bit of a signed 32-bit number. */
const FORMATS_MAX = 32;

/** The bit of a format, by its place in DATE_FORMATS. Throws when there are more formats than bits. */
export function bitAt(index: number): number {
  if (index >= FORMATS_MAX) throw new RangeError(`DATE_FORMATS holds at most ${FORMATS_MAX}`);
  return 1 << index;
}

/** The formats that a text of each shape can have; only these are tried. */
const BITS_BY_SHAPE = new Map<number, number>();
DATE_FORMATS.forEach((format, index) => {
  const shape = shapeOf(format.replace(/%[YymdeHMS]/g, '9').replace(/%[aAbBh]/g, 'a'));
  BITS_BY_SHAPE.set(shape, (BITS_BY_SHAPE.get(shape) ?? 0) | bitAt(index));
});
/** Longer cells are not dates. */
const DATE_CHARS_MAX = 64;
const YEARS_BACK = 30;
/** How many distinct texts are kept; a file with more is still read, but more slowly. */
const DAYS_MAX = 20_000;
const DAY_MS = 86_400_000;

/** How a cell reads under every known format; shared by all rows with the same text. */
export interface DateReading {
  /** One bit for each format of DATE_FORMATS that can read it. */
  parsed: number;
  /** Like `parsed`, for dates inside the accepted range. */
  inRange: number;
  /** The formats whose two-digit year lies in the future, but inside the range as a Buddhist year. */
  buddhist: number;
  /** The formats that are inside the range if the two-digit year comes first. */
  yearsFirst: number;
  /** strptime pattern of a time of day after the date; empty when there is none. */
  suffix: string;
  /** All formats in `inRange` give the same day. */
  agree: boolean;
  /** The result under the format that was sent: whether it can be read, and is inside the range. */
  sent: 'unread' | 'out_of_range' | 'ok';
  /** The rows with such a cell. */
  rows: RowTally;
}

/** Readings that are equal in these fields are one. */
const ALIKE = ['parsed', 'inRange', 'buddhist', 'yearsFirst', 'suffix', 'agree', 'sent'] as const;

export interface DateRange {
  /** Days since 1970-01-01, both inclusive. */
  first: number;
  last: number;
}

let today: DateRange = { first: 0, last: 0 };

/**
 * The reference's range: thirty years back to today, both by the clock of UTC. All of one day is the same object: what is known of a text
 * in this range is then known to the next reading of a file, and to the next file.
 */
export function acceptedDates(now: Date): DateRange {
  const start = new Date(now);
  start.setUTCFullYear(now.getUTCFullYear() - YEARS_BACK);
  const first = Math.floor(start.getTime() / DAY_MS);
  const last = Math.floor(now.getTime() / DAY_MS);
  if (first !== today.first || last !== today.last) today = { first, last };
  return today;
}

/** One for each range, so that a day that one column has read is known to all others, and to the next file. */
const dayReaders = new WeakMap<DateRange, ReturnType<typeof createDayReader>>();

function dayReaderOf(range: DateRange) {
  const known = dayReaders.get(range) ?? createDayReader(range);
  dayReaders.set(range, known);
  return known;
}

/** Reads the date of a cell, and the pattern of a time behind it; without a date where the cell has the shape of none. */
function createDayReader(range: DateRange) {
  // Texts of other shapes vary too much to remember.
  const readShaped = remember(
    (text) => readFormats(text, BITS_BY_SHAPE.get(shapeOf(text)) ?? 0, range),
    DAYS_MAX,
  );
  return (text: string) => {
    const own = plainDate(text);
    const time = splitTime(own);
    const date = time === undefined ? own : plainDate(time.date);
    const day = BITS_BY_SHAPE.has(shapeOf(date)) ? readShaped(date) : undefined;
    return { own, suffix: time?.suffix ?? '', day };
  };
}

/** Collects the readings of one column's cells. `sentFormat` is applied strictly, in addition to the inferred ones. */
export function createDateProfile(range: DateRange, sentFormat?: string) {
  const readings: DateReading[] = [];
  const cache = new Map<string, DateReading>();
  const readDay = dayReaderOf(range);
  let unread: DateReading | undefined;
  const readSent = sentFormat === undefined ? undefined : compilePlain(sentFormat);

  function intern(reading: DateReading): DateReading {
    const known = readings.find((other) => ALIKE.every((key) => other[key] === reading[key]));
    if (known !== undefined) return known;
    readings.push(reading);
    return reading;
  }

  function sentResult(own: string): DateReading['sent'] {
    const day = readSent?.(own);
    if (day === undefined) return 'unread';
    return day >= range.first && day <= range.last ? 'ok' : 'out_of_range';
  }

  function read(text: string): DateReading {
    const known = cache.get(text);
    if (known !== undefined) return known;
    const { own, suffix, day } = readDay(text);
    if (day === undefined)
      return readSent === undefined
        ? (unread ??= intern(noDate()))
        : intern({ ...noDate(), sent: sentResult(own) });
    const reading = intern({
      ...day,
      suffix,
      sent: sentResult(own),
      rows: new RowTally(),
    });
    if (cache.size >= DAYS_MAX) cache.clear();
    cache.set(text, reading);
    return reading;
  }

  return { readings, read };
}

export type DateProfile = ReturnType<typeof createDateProfile>;

type DateJudge = ReturnType<typeof createDateJudge>;
const judges = new WeakMap<DateRange, DateJudge>();

/** One judge for all callers that only ask whether a text is a date in this range: they ask about the same texts. */
export function datesWithin(range: DateRange): DateJudge {
  const known = judges.get(range) ?? createDateJudge(range);
  judges.set(range, known);
  return known;
}

function createDateJudge(range: DateRange) {
  const readDay = dayReaderOf(range);
  const dayOf = remember((cell) => readDay(cell.slice(0, DATE_CHARS_MAX)).day);
  return {
    /** Whether a cell is a date inside the range under any format. */
    isDate(cell: string): boolean {
      const day = dayOf(cell);
      return day !== undefined && (day.inRange | day.buddhist | day.yearsFirst) !== 0;
    },
    /** Whether a cell is any date. */
    isAnyDate: (cell: string): boolean => (dayOf(cell)?.parsed ?? 0) !== 0,
  };
}

function noDate(): DateReading {
  return {
    parsed: 0,
    inRange: 0,
    buddhist: 0,
    yearsFirst: 0,
    suffix: '',
    agree: true,
    sent: 'unread',
    rows: new RowTally(),
  };
}

function readFormats(text: string, candidates: number, range: DateRange): DateReading {
  const reading = noDate();
  let first: number | undefined;
  const isWithin = (day = NaN): boolean => day >= range.first && day <= range.last;
  for (let rest = candidates; rest !== 0; rest &= rest - 1) {
    const bit = rest & -rest;
    const index = 31 - Math.clz32(bit);
    if (isWithin(YEARS_FIRST_READERS[index]?.(text))) reading.yearsFirst |= bit;
    const day = READERS[index]?.(text);
    if (day === undefined) continue;
    reading.parsed |= bit;
    if (day > range.last) {
      if (isWithin(BUDDHIST_READERS[index]?.(text))) reading.buddhist |= bit;
    }
    if (!isWithin(day)) continue;
    reading.inRange |= bit;
    if (first !== undefined && first !== day) reading.agree = false;
    first ??= day;
  }
  return reading;
}
