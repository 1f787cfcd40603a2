import { isCurrencyCode } from '../../currencies.ts';

/** Number formats by the number that shows them: the setting `number_format`. */
export const NUMBER_FORMATS = ['1,234.56', '1.234,56', '1 234,56', '1,234'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Bits of an amount's reading: the formats under which it means what it shows. */
export const POINT_DECIMAL = 1; // 1,234.56
export const COMMA_DECIMAL = 2; // 1.234,56
export const SPACE_GROUPS = 4; // 1 234,56
export const NO_DECIMALS = 8; // 1,234
/** Reads under several formats, but as different numbers. */
export const AMBIGUOUS = 16;
const ALL = POINT_DECIMAL | COMMA_DECIMAL | SPACE_GROUPS | NO_DECIMALS;
export const READINGS = 32;

export const FORMAT_BITS: Record<NumberFormat, number> = {
  '1,234.56': POINT_DECIMAL,
  '1.234,56': COMMA_DECIMAL,
  '1 234,56': SPACE_GROUPS,
  '1,234': NO_DECIMALS,
};

/** No amount is longer; bounds the work on a cell that is not one. */
const AMOUNT_BYTES_MAX = 64;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;

/**
 * Formats under which the cell reads as the number it shows. The reference drops every character
 * that it does not know and so misreads some cells silently (`(5.00)` as 5, `1e3` as 13, `1.234,56`
 * as 1.23456): those do not count as readable here. Works on bytes; no memory is allocated for
 * plain numbers.
 */
export function readAmount(bytes: Buffer, from: number, to: number): number {
  if (to - from > AMOUNT_BYTES_MAX) return 0;
  let at = from;
  if (bytes[at] === MINUS) at += 1;
  const plain = readDigits(bytes, at, to);
  return plain >= 0 ? plain : readDecorated(bytes.toString('utf8', from, to));
}

/** Same for text. */
export function readAmountText(text: string): number {
  const bytes = Buffer.from(text.trim());
  return readAmount(bytes, 0, bytes.length);
}

/** Digits, points and commas only; -1 when there is anything else. */
function readDigits(bytes: Buffer, from: number, to: number): number {
  let points = 0;
  let commas = 0;
  let run = 0; // digits since the last separator
  let firstRun = -1; // digits before the first separator
  let groups = true; // every inner run has the length of a group
  let last = 0; // last separator
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) {
      run += 1;
      continue;
    }
    if (byte !== POINT && byte !== COMMA) return -1;
    if (byte === POINT) points += 1;
    else commas += 1;
    if (firstRun < 0) firstRun = run;
    else {
      if (run !== 3 && run !== 2) groups = false;
      if (byte !== last && run !== 3) groups = false;
    }
    last = byte;
    run = 0;
  }
  if (firstRun < 0) return run > 0 ? ALL : 0;
  if (firstRun === 0 || run === 0) return 0;
  const leadingZero = bytes[from] === 48;
  const firstIsGroup = firstRun <= 3 && !leadingZero;
  return judge({ points, commas, run, last, groups, firstIsGroup });
}

interface Layout {
  points: number;
  commas: number;
  /** Digits behind the last separator. */
  run: number;
  last: number;
  groups: boolean;
  firstIsGroup: boolean;
}

function judge({ points, commas, run, last, groups, firstIsGroup }: Layout): number {
  const grouped = groups && firstIsGroup;
  if (commas === 0) {
    if (points > 1) return grouped && run === 3 ? COMMA_DECIMAL : 0;
    return grouped && run === 3 ? POINT_DECIMAL | COMMA_DECIMAL | AMBIGUOUS : POINT_DECIMAL;
  }
  if (points === 0) {
    if (commas > 1) return grouped && run === 3 ? POINT_DECIMAL | NO_DECIMALS : 0;
    const decimal = COMMA_DECIMAL | SPACE_GROUPS;
    return grouped && run === 3 ? decimal | POINT_DECIMAL | NO_DECIMALS | AMBIGUOUS : decimal;
  }
  if (!grouped) return 0;
  if (last === POINT) return points === 1 ? POINT_DECIMAL : 0;
  return commas === 1 ? COMMA_DECIMAL : 0;
}

const SIGNED =
  /^([+-])?\s*([^\d\s+\-.,()'’%][^\d\s+\-,()'’%]*)?\s*([+-])?\s*(\d[\d.,'’\s]*?)\s*([^\d\s+\-,()'’%]*)$/u;
const GROUPED_BY_SIGN =
  /^\d{1,3}((?:[\s\u00a0\u202f\u2009]\d{3})+|(?:['’]\d{3})+)(?:([.,])(\d+))?$/u;

/** Numbers with a plus, currency marks, blanks or apostrophes. */
function readDecorated(text: string): number {
  const match = SIGNED.exec(text.trim());
  if (match === null) return 0;
  const [, signBefore, markBefore = '', signAfter, digits = '', markAfter = ''] = match;
  if (signBefore !== undefined && signAfter !== undefined) return 0;
  if (!isCurrencyMark(markBefore) || !isCurrencyMark(markAfter)) return 0;
  let reading = readGroupedBySign(digits);
  if (reading < 0) {
    const bytes = Buffer.from(digits);
    reading = Math.max(0, readDigits(bytes, 0, bytes.length));
  }
  // A point inside a mark ("kr.") would be taken for the decimal point.
  if (markBefore.includes('.') || markAfter.includes('.')) {
    reading &= COMMA_DECIMAL | SPACE_GROUPS;
  }
  return reading;
}

/** Blanks and apostrophes as group signs; -1 when there are none. */
function readGroupedBySign(digits: string): number {
  if (!/[\s'’]/u.test(digits)) return -1;
  const match = GROUPED_BY_SIGN.exec(digits);
  if (match === null) return 0;
  const [, groups = '', decimal] = match;
  const apostrophes = /['’]/u.test(groups);
  if (decimal === '.') return POINT_DECIMAL;
  const comma = apostrophes ? COMMA_DECIMAL : COMMA_DECIMAL | SPACE_GROUPS;
  return decimal === ',' ? comma : comma | POINT_DECIMAL | NO_DECIMALS;
}

const MARKS: ReadonlySet<string> = new Set(
  `kr kr. zł zl kč kc ft fr fr. r$ rm rs rs. лв руб руб. р. din s$ a$ us$ nz$ hk$ c$ ca$ au$ mx$ nt$
   lei kn din. tl`.split(/\s+/),
);

/** Nothing, a currency sign, an ISO code, or a common short name of a currency. */
function isCurrencyMark(mark: string): boolean {
  if (mark === '' || /^\p{Sc}{1,2}$/u.test(mark)) return true;
  return isCurrencyCode(mark.toUpperCase()) || MARKS.has(mark.toLowerCase());
}

/** The number that a readable cell means under one decimal sign; for judging, never for storing. */
export function approximateAmount(text: string, format: NumberFormat): number {
  const decimal = format === '1,234.56' ? '.' : format === '1,234' ? '' : ',';
  let digits = '';
  for (const char of text) {
    if ((char >= '0' && char <= '9') || char === '-') digits += char;
    else if (char === decimal) digits += '.';
  }
  return Number(digits);
}
