import { daysInMonth, isLeapYear, MONTH_NAMES } from '../days.ts';
import { BUDDHIST_ZERO, gregorian, slashed, withoutWeekday } from './local-dates.ts';

/**
 * Strict reading of dates by strptime patterns, as in the reference's importer: the pattern must consume the whole
 * text, numbers may omit leading zeros, names are English.
 */

/** A compiled pattern: days since 1970-01-01, or undefined for a text that does not match. */
export type DateReader = (text: string) => number | undefined;

const MONTHS = MONTH_NAMES.map((name) => name.toLowerCase());
const DAY_NAMES = 'sunday monday tuesday wednesday thursday friday saturday'.split(' ');

/** -1 for what the text does not say: V8 keeps whole numbers in the object itself, NaN apart from it. */
interface Parts {
  year: number;
  month: number;
  day: number;
  dayOfYear: number;
}

type Store = (parts: Parts, value: number) => void;

/** A piece of a pattern: reads from `at` and returns where it stopped, or -1. */
type Piece = (text: string, at: number, parts: Parts) => number;

/** Compiles a pattern. An unknown directive matches nothing. */
export function compileStrptime(pattern: string): DateReader {
  const read = compilePlain(pattern);
  return (text) => read(plainDate(text));
}

/** The same for texts that `plainDate` returned. */
export function compilePlain(pattern: string): DateReader {
  const readers = withShorterTimes(expand(pattern)).map(compileWhole);
  return (text) => {
    for (const read of readers) {
      const day = read(text);
      if (day !== undefined) return day;
    }
    return undefined;
  };
}

/**
 * A pattern, and the same with a time of day without zone, fraction or seconds: a broker that names the zone of foreign exchanges alone, a
 * program that omits the others when they are zero, or a spreadsheet that rewrites dates, means the same day.
 */
export function withShorterTimes(pattern: string): string[] {
  const zoneless = pattern.replace(/ ?\(?%[zZ]\)?$/, '');
  const shorter = [pattern, zoneless].flatMap((one) => {
    const plain = one.replace(/[.,]%L/, '');
    return [one, plain, plain.replace(/[:.]%S/, '')];
  });
  return [...new Set(shorter)];
}

function compileWhole(pattern: string): DateReader {
  const pieces = compile(pattern);
  return (text) => {
    const parts: Parts = { year: -1, month: -1, day: -1, dayOfYear: -1 };
    let at = 0;
    for (const piece of pieces) {
      at = piece(text, at, parts);
      if (at < 0) return undefined;
    }
    return at === text.length ? toDays(parts) : undefined;
  };
}

const AS_OF = ' as of ';
/** 18 Mar '25 */
const SHORT_YEAR = / '(?=\d{2}$)/;
const STATE_BEFORE = /^(?:pending|processing|authori[sz]ed|posted) - (?=\d)/i;
const TIME_BEFORE = /^\d{1,2}:\d{2}(?::\d{2})?(?: - |, | )(?=\d)/;

/**
 * The date of a cell. If it also names the day on which the booking takes effect, "04/17/2023 as of 04/15/2023" or
 * "01-May-2025 (02-May-2025)", takes the first. Drops the apostrophe, or the pair of them, that keeps it a text in a spreadsheet, or
 * that shortens the year, a time or a state before the date: "19:51 - 03/01/2025", "PENDING - 03/01/2025", the weekday, and lines below, such as a number of the booking.
 */
export function plainDate(cell: string): string {
  const own = cell.includes('\n') ? cell.slice(0, cell.indexOf('\n')).trimEnd() : cell;
  const bare = own.startsWith("'") ? own.slice(1, own.endsWith("'") ? -1 : undefined) : own;
  const stated = bare.includes(' - ') ? bare.replace(STATE_BEFORE, '') : bare;
  const timed = stated.includes(':') ? stated.replace(TIME_BEFORE, '') : stated;
  const text = timed.includes(" '") ? timed.replace(SHORT_YEAR, ' ') : timed;
  const at = text.indexOf(AS_OF);
  const isBoth = at > 0 && /^[\d/. -]+$/.test(text.slice(at + AS_OF.length));
  return gregorian(withoutWeekday(isBoth ? text.slice(0, at) : withoutBracketed(text)));
}

/** The text before a bracket, if the text in the bracket is written alike: a second date. */
function withoutBracketed(text: string): string {
  if (!text.endsWith(')')) return text;
  const [own = '', other = ''] = text.slice(0, -1).split(' (');
  const shapeOf = (date: string): string => date.replace(/\d/g, '9').replace(/\p{L}+/gu, 'a');
  return shapeOf(own) === shapeOf(other) ? own : text;
}

function expand(pattern: string): string {
  // The texts have no weekday before or behind the date.
  return slashed(pattern)
    .replace(/^%[aA]\.?,? ?|,? ?\(?%[aA]\.?\)?$/g, '')
    .replaceAll('%F', '%Y-%m-%d')
    .replace(/%[Dx]/g, '%m/%d/%y')
    .replace(/%[TX]/g, '%H:%M:%S')
    .replaceAll('%R', '%H:%M');
}

/** The year of the locale's era: here Thailand's, the only one that banks shorten to two digits. */
const ERA = 'Ey';
const BUDDHIST_CENTURY = 2500;

function compile(pattern: string): Piece[] {
  const pieces: Piece[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const char = pattern.charAt(at);
    if (char !== '%') {
      // The full stop after a day is not part of the date as it is read.
      const isPoint = char === '.' && pattern.charAt(at + 1) === ' ';
      if (isPoint) pieces.push((text, from) => (text.charAt(from) === '.' ? from + 1 : from));
      else pieces.push(/\s/.test(char) ? readSpace : readLiteral(char));
      continue;
    }
    at += 1;
    // Flags such as %-d only affect formatting.
    while (at < pattern.length && '-0^#_:'.includes(pattern.charAt(at))) at += 1;
    const next = pattern.slice(at + 1);
    const follows = {
      number: /^(%[-0]?[CDdeFGgHIjkLlMmNQRrSsTUuVvWwXxYy]|\d)/.test(next),
      point: next.startsWith('.'),
    };
    const isEra = pattern.startsWith(ERA, at);
    pieces.push(directive(isEra ? ERA : pattern.charAt(at), follows));
    if (isEra) at += 1;
  }
  return pieces;
}

/** A number of at most `digitsMax` digits within bounds. Without `store` it is only checked, as the time of day is. */
type NumberRule = readonly [digitsMax: number, min: number, max: number, store?: Store];

const NUMBERS: Readonly<Record<string, NumberRule>> = {
  y: [2, 0, 99, (parts, value) => (parts.year = value + (value >= 69 ? 1900 : 2000))],
  [ERA]: [2, 0, 99, (parts, value) => (parts.year = value + BUDDHIST_CENTURY - BUDDHIST_ZERO)],
  m: [2, 1, 12, (parts, value) => (parts.month = value)],
  d: [2, 1, 31, (parts, value) => (parts.day = value)],
  e: [2, 1, 31, (parts, value) => (parts.day = value)],
  j: [3, 1, 366, (parts, value) => (parts.dayOfYear = value)],
  H: [2, 0, 24],
  k: [2, 0, 24],
  I: [2, 1, 12],
  l: [2, 1, 12],
  M: [2, 0, 59],
  S: [2, 0, 60],
  L: [9, 0, 999_999_999],
  N: [9, 0, 999_999_999],
};
/** Directives whose number may follow a blank. */
const MAY_BE_PADDED = 'deHkIl';

function directive(letter: string, follows: { number: boolean; point: boolean }): Piece {
  const number = NUMBERS[letter];
  if (number !== undefined) return readNumber(number, MAY_BE_PADDED.includes(letter));
  switch (letter) {
    case 'Y':
      return readNumber([
        follows.number ? 4 : 9,
        0,
        999_999_999,
        (parts, year) => (parts.year = year),
      ]);
    case 'b':
    case 'B':
    case 'h':
      return readName(MONTHS, follows.point, (parts, index) => (parts.month = index + 1));
    case 'a':
    case 'A':
      return readName(DAY_NAMES, follows.point);
    case 'p':
    case 'P':
      return readMatch(/[ap]\.?m\.?/iy);
    case 'z':
    case 'Z':
      return readMatch(
        /(?:UTC|GMT)?[+-]\d{1,2}(?::?\d{2})?(?: [A-Z]{3,5})?|[A-Z]{1,5}|\p{Lo}{2,6}/iuy,
      );
    case 'n':
    case 't':
      return readSpace;
    case '%':
      return readLiteral('%');
    default:
      return () => -1;
  }
}

function readLiteral(char: string): Piece {
  return (text, at) => (text.charAt(at) === char ? at + 1 : -1);
}

/** White space in a pattern matches any run of it, even an empty one. */
function readSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text.charAt(at))) at += 1;
  return at;
}

function readNumber([digitsMax, min, max, store]: NumberRule, isPadded = false): Piece {
  return (text, from, parts) => {
    const start = isPadded && text.charAt(from) === ' ' ? from + 1 : from;
    let at = start;
    let value = 0;
    while (at < text.length && at - start < digitsMax) {
      const digit = text.charCodeAt(at) - 48;
      if (digit < 0 || digit > 9) break;
      value = value * 10 + digit;
      at += 1;
    }
    if (at === start || value < min || value > max) return -1;
    store?.(parts, value);
    return at;
  };
}

/** A full or three-letter name in any case, or Sept; a full stop may follow unless the pattern has one itself. */
function readName(names: string[], pointFollows: boolean, store?: Store): Piece {
  return (text, at, parts) => {
    const rest = text.slice(at, at + 9).toLowerCase();
    const index = names.findIndex((name) => rest.startsWith(name.slice(0, 3)));
    const name = names[index];
    if (name === undefined) return -1;
    store?.(parts, index);
    const short = rest.startsWith('sept') ? 4 : 3;
    const end = at + (rest.startsWith(name) ? name.length : short);
    return !pointFollows && text.charAt(end) === '.' ? end + 1 : end;
  };
}

function readMatch(pattern: RegExp): Piece {
  return (text, at) => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : -1;
  };
}

function toDays(parts: Parts): number | undefined {
  const { year, month, day, dayOfYear } = parts;
  if (year < 0 || year > 9999) return undefined;
  if (dayOfYear >= 0) {
    return dayOfYear <= (isLeapYear(year) ? 366 : 365)
      ? daysFromCivil(year, 1, 1) + dayOfYear - 1
      : undefined;
  }
  if (month < 0 || day < 0 || day > daysInMonth(year, month)) return undefined;
  return daysFromCivil(year, month, day);
}

/** Days since 1970-01-01 in the Gregorian calendar, computed in years that start in March. */
function daysFromCivil(year: number, month: number, day: number): number {
  const shifted = month > 2 ? year : year - 1;
  const era = Math.floor(shifted / 400);
  const yearOfEra = shifted - era * 400;
  const dayOfYear = Math.floor((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) + day - 1;
  const dayOfEra =
    yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear;
  return era * 146_097 + dayOfEra - 719_468;
}
