import { isDigit, utf8Bytes } from '../bytes.ts';
import type { NumberFormat } from '../fields/amounts.ts';

/** Amounts are compared as whole ten-thousandths: exact for every currency in use. */
const AMOUNT_SCALE = 10_000;

const DECIMALS = 4;
/** In ten-thousandths, a longer number is no longer exact. */
const DIGITS_MAX = 15;
const POINT = 46;
const COMMA = 44;

/** The byte of the decimal separator; 0 for a format without decimals. */
export function decimalByte(format: NumberFormat): number {
  if (format === '1,234') return 0;
  return format === '1,234.56' ? POINT : COMMA;
}

/**
 * The number in a cell in ten-thousandths, or NaN when there is none. Skips everything but digits, minus and decimal
 * separator, such as grouping and currency signs; accountants' `(5)`, `5-`, `5 DR` and `5 S` are negative.
 */
export function scaledAmount(bytes: Uint8Array, from: number, to: number, decimal: number): number {
  const negative = bytes[from] === 45;
  let at = negative ? from + 1 : from;
  // At most nine digits, so that the product stays exact.
  if (to - at > 10 || at === to) return readSlowly(bytes, from, to, decimal);
  let value = 0;
  let point = -1;
  for (; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) value = value * 10 + (byte - 48);
    else if (byte === decimal && point < 0) point = at;
    else return readSlowly(bytes, from, to, decimal);
  }
  const decimals = point < 0 ? 0 : to - point - 1;
  if (decimals > DECIMALS || value === 0) return readSlowly(bytes, from, to, decimal);
  const scaled = value * (POWERS[DECIMALS - decimals] ?? 1);
  return negative ? -scaled : scaled;
}

const POWERS = [1, 10, 100, 1000, 10_000];

function readSlowly(bytes: Uint8Array, from: number, to: number, decimal: number): number {
  let value = 0;
  let digits = 0;
  let behind = -1;
  let negative = false;
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte >= 48 && byte <= 57) {
      digits += 1;
      if (behind >= DECIMALS) continue;
      value = value * 10 + (byte - 48);
      if (behind >= 0) behind += 1;
    } else if (byte === decimal && behind < 0 && isDigit(bytes[at + 1])) behind = 0;
    else if (byte === 45 || byte === 40) negative = true;
    // The typographic minus, E2 88 92.
    else if (byte === 0x92 && bytes[at - 1] === 0x88 && bytes[at - 2] === 0xe2) negative = true;
    else if (digits > 0 && saysOut(bytes, at, to)) negative = true;
  }
  if (digits === 0 || digits > DIGITS_MAX) return NaN;
  for (let left = DECIMALS - Math.max(0, behind); left > 0; left -= 1) value *= 10;
  return negative ? -value : value;
}

/** `DR`, `DB`, `D` or the German `S` after the digits. */
function saysOut(bytes: Uint8Array, at: number, to: number): boolean {
  const letter = (bytes[at] ?? 0) | 32;
  if ((letter !== 100 && letter !== 115) || isLetter(bytes[at - 1])) return false;
  const next = (bytes[at + 1] ?? 0) | 32;
  if (at + 1 >= to || next === 32 || next === 46) return true;
  return letter === 100 && (next === 114 || next === 98);
}

function isLetter(byte = 0): boolean {
  const lower = byte | 32;
  return lower >= 97 && lower <= 122;
}

/** The same for text. */
export function scaledAmountOf(text: string, format: NumberFormat): number {
  const bytes = utf8Bytes(text);
  return scaledAmount(bytes, 0, bytes.length, decimalByte(format));
}

/** Formats ten-thousandths as a decimal with two decimals, or four where those are needed. */
export function formatScaled(scaled: number): string {
  const cents = scaled % (AMOUNT_SCALE / 100) === 0;
  return (scaled / AMOUNT_SCALE).toFixed(cents ? 2 : 4);
}
