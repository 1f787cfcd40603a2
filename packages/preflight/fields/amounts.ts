import { hasDigit, isDigit, isLongerInUtf8, utf8Bytes, utf8Text } from '../bytes.ts';
import { isCurrencyCode } from '../currencies.ts';
import { currenciesOf, currenciesOfLetter } from './currency-marks.ts';
import { normalizeDecimal } from '../money.ts';
import { remember, SAMPLE_CELLS } from '../remember.ts';
import { fromAccounting } from './accounting-notation.ts';
import { DECIMAL_DIGITS_MAX, isLongDecimal } from '../records/lengths.ts';

/** Number formats, named by an example: the setting `number_format`. */
export const NUMBER_FORMATS = ['1,234.56', '1.234,56', '1 234,56', '1,234'] as const;
export type NumberFormat = (typeof NUMBER_FORMATS)[number];

/** Bits of a reading: the formats under which the text is the number it appears to be. */
export const POINT_DECIMAL = 1; // 1,234.56
export const COMMA_DECIMAL = 2; // 1.234,56
const SPACE_GROUPS = 4; // 1 234,56
const NO_DECIMALS = 8; // 1,234
/** Several formats can read it, as different numbers. */
export const AMBIGUOUS = 16;
/** Accounting notation: `(3.45)`, `3.45-`, `3.45 DR`, `.45`, `1000,-`, or a typographic minus. */
export const ACCOUNTING = 32;
const ALL = POINT_DECIMAL | COMMA_DECIMAL | SPACE_GROUPS | NO_DECIMALS;
export const READINGS = 64;

export const FORMAT_BITS: Record<NumberFormat, number> = {
  '1,234.56': POINT_DECIMAL,
  '1.234,56': COMMA_DECIMAL,
  '1 234,56': SPACE_GROUPS,
  '1,234': NO_DECIMALS,
};

/** Longer texts are not amounts; this bounds the work per cell. */
const AMOUNT_BYTES_MAX = 64;
const ZERO = 48;
const COMMA = 44;
const MINUS = 45;
const POINT = 46;

/**
 * The formats under which the cell is the number it appears to be, with AMBIGUOUS and ACCOUNTING where they apply;
 * 0 when it is not a number. Works on bytes, and allocates no memory for plain numbers; `text` is the cell, where it is
 * at hand.
 */
export function readAmount(bytes: Uint8Array, from: number, to: number, text?: string): number {
  if (to - from >= DECIMAL_DIGITS_MAX && isTooLong(bytes, from, to)) return 0;
  const unsigned = bytes[from] === MINUS ? from + 1 : from;
  if (readCents(bytes, unsigned, to) >= 0) {
    return bytes[to - 3] === POINT ? POINT_DECIMAL : COMMA_DECIMAL | SPACE_GROUPS;
  }
  const plain = readDigits(bytes, unsigned, to);
  if (plain > 0) return plain;
  if (!hasDigit(bytes, from, to)) return 0;
  return dissect(text ?? utf8Text(bytes, from, to))?.reading ?? 0;
}

/** Whether there are more digits than a decimal may have, or more text than an amount has around them. */
function isTooLong(bytes: Uint8Array, from: number, to: number): boolean {
  let digits = 0;
  for (let at = from; at < to; at += 1) {
    if (!isDigit(bytes[at])) continue;
    // `.5` is 0.5.
    if (digits === 0 && at > from && (bytes[at - 1] === POINT || bytes[at - 1] === COMMA))
      digits = 1;
    digits += 1;
  }
  return digits > DECIMAL_DIGITS_MAX || to - from > AMOUNT_BYTES_MAX;
}

/** The same for text. */
export const readAmountText = remember((text) => {
  const trimmed = text.trim();
  // UTF-8 takes at least one byte per character.
  if (trimmed.length > AMOUNT_BYTES_MAX) return 0;
  const bytes = utf8Bytes(trimmed);
  return readAmount(bytes, 0, bytes.length, trimmed);
}, SAMPLE_CELLS);

/** Whether a reading is valid under a format. A format that the client sent excludes accounting notation. */
export function holdsUnder(reading: number, format: NumberFormat, sent: boolean): boolean {
  return (reading & FORMAT_BITS[format]) !== 0 && !(sent && (reading & ACCOUNTING) !== 0);
}

/** Whether the cell holds a negative number, in any notation. */
export const isNegativeAmount = remember((text) => {
  const plain = PLAIN.exec(text);
  if (plain !== null) return plain[1] === '-' && /[1-9]/.test(text);
  return text.length <= AMOUNT_BYTES_MAX && dissect(text)?.negative === true && /[1-9]/.test(text);
}, SAMPLE_CELLS);

/** The usual notation, with its sign. */
const PLAIN = /^(-?)\d+(?:[.,]\d\d)?$/;

/** The decimal separator of each format; empty for one without decimals. */
export const DECIMAL_SIGNS: Record<NumberFormat, string> = {
  '1,234.56': '.',
  '1.234,56': ',',
  '1 234,56': ',',
  '1,234': '',
};

/**
 * The number that a text means under a format, as exact decimal text: `-1234.56`. Undefined if the format is not among
 * those that readAmount finds.
 */
export function readDecimal(text: string, format: NumberFormat): string | undefined {
  if (isLongerInUtf8(text, AMOUNT_BYTES_MAX)) return undefined;
  const anatomy = dissect(text);
  if (anatomy === undefined || (anatomy.reading & FORMAT_BITS[format]) === 0) return undefined;
  let decimal = anatomy.negative ? '-' : '';
  for (const char of anatomy.digits) {
    if (char >= '0' && char <= '9') decimal += char;
    else if (char === DECIMAL_SIGNS[format]) decimal += '.';
  }
  if (isLongDecimal(decimal.replace(/^-?\./, '0.'))) return undefined;
  return normalizeDecimal(decimal) ?? undefined;
}

/** The most bytes of a number whose hundredths are a 32-bit integer. */
const CENTS_BYTES_MAX = 10;

/** The hundredths of `1234.56` or `1234,56`, the most common notations, with no call for each byte; -1 for anything else. */
export function readCents(bytes: Uint8Array, from: number, to: number): number {
  const last = to - 3;
  if (last <= from || to - from > CENTS_BYTES_MAX) return -1;
  const sign = bytes[last];
  if (sign !== POINT && sign !== COMMA) return -1;
  let cents = 0;
  for (let at = from; at < to; at += 1) {
    const digit = (bytes[at] ?? 0) - ZERO;
    if (digit >= 0 && digit <= 9) cents = (Math.imul(cents, 10) + digit) | 0;
    else if (at !== last) return -1;
  }
  return cents;
}

/** Digits, points and commas only; -1 for anything else. */
function readDigits(bytes: Uint8Array, from: number, to: number): number {
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
  /** Digits after the last separator. */
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
  /^(?:([+-])\s*)?(?:([^\d\s+\-.,()'’%][^\d\s+\-,()'’%]*)\s*)?(?:([+-])\s*)?(\d(?:[\d.,'’\s]*[\d,'’])?)\s*([^\d\s+\-,()'’%]*)$/u;
const GROUPED_BY_SIGN =
  /^\d{1,3}((?:[\s\u00a0\u202f\u2009]\d{3})+|(?:['’]\d{3})+)(?:([.,])(\d+))?$/u;

interface Anatomy {
  reading: number;
  negative: boolean;
  /** Digits with group and decimal separators. */
  digits: string;
}

/** Marks without width that right-to-left scripts put around amounts. */
const BIDI_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** No notation has two words next to each other, but most texts that only contain a number do. */
const WORDS = /\p{L}{3}\s\p{L}{3}/u;

/** `128.82(已退款20.00)`: how much came back in a booking of its own; `-1577.00 KZT (2.99 USD)`: what it was abroad. */
const REMARK =
  /(?<=\d[^\d()]{0,6})\((?=[^()]*(?:\d|退款|refund))(?=[^()]*[\p{L}\p{Sc}])[^()]*\)$/iu;
/** `7.05883E-05`: of a small number, a spreadsheet writes all digits. A large one has lost some. */
const SMALL_NUMBER = /^([+-]?)(\d)([.,])(\d+)E-(\d{1,2})$/iu;

function dissect(text: string): Anatomy | undefined {
  if (WORDS.test(text)) return undefined;
  const trimmed = text
    .replace(BIDI_MARKS, '')
    .replace(REMARK, '')
    .trim()
    .replace(
      SMALL_NUMBER,
      (_, sign: string, whole: string, mark: string, decimals: string, places: string) =>
        `${sign}0${mark}${'0'.repeat(Math.max(0, Number(places) - 1))}${whole}${decimals}`,
    );
  const known = dissectSigned(trimmed);
  if (known !== undefined) return known;
  const plain = fromAccounting(trimmed);
  const found = plain === undefined ? undefined : dissectSigned(plain);
  return found === undefined ? undefined : { ...found, reading: found.reading | ACCOUNTING };
}

/** Takes apart sign, currency mark, digits, currency mark. */
function dissectSigned(text: string): Anatomy | undefined {
  const match = SIGNED.exec(text);
  if (match === null) return undefined;
  const [, signBefore, markBefore = '', signAfter, digits = '', markAfter = ''] = match;
  if (signBefore !== undefined && signAfter !== undefined) return undefined;
  const isMarked = isCurrencyMark(markBefore) || currenciesOfLetter(text) !== undefined;
  if (!isMarked || !isCurrencyMark(markAfter)) return undefined;
  let reading = readGroupedBySign(digits);
  if (reading < 0) {
    const bytes = utf8Bytes(digits);
    reading = readDigits(bytes, 0, bytes.length);
  }
  return reading > 0 ? { reading, negative: (signBefore ?? signAfter) === '-', digits } : undefined;
}

/** Reads blanks and apostrophes as group separators; -1 when there are none. */
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

/** Accepts an empty text, a currency sign, an ISO code, or a common abbreviation of a currency. */
function isCurrencyMark(mark: string): boolean {
  return mark === '' || currenciesOf(mark) !== undefined || isCurrencyCode(mark.toUpperCase());
}
