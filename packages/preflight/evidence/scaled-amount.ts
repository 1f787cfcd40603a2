import { utf8Bytes, utf8Text } from '../bytes.ts';
import { DECIMAL_SIGNS, NUMBER_FORMATS, readCents, readDecimal } from '../fields/amounts.ts';
import { remember, SAMPLE_CELLS } from '../remember.ts';
import type { NumberFormat } from '../fields/amounts.ts';

/** Amounts are compared as whole ten-thousandths: exact for every currency in use. */
const AMOUNT_SCALE = 10_000;
const SCALED_CENT = AMOUNT_SCALE / 100;

const DECIMALS = 4;
/** At most so many digits keep the product exact. */
const PLAIN_DIGITS_MAX = 9;
const MINUS = 45;
/** A blank, a comma and a point. */
const isSeparator = (byte: number): boolean => byte === 32 || byte === 44 || byte === 46;
const POWERS = [1, 10, 100, 1000, 10_000];

/** Returns a reader of numbers in cells, in ten-thousandths without further decimals, mostly without making a text; NaN without one. */
export function scaledReader(format: NumberFormat) {
  // NaN, which is no byte, for a format without decimals.
  const decimal = DECIMAL_SIGNS[format].charCodeAt(0);
  return (bytes: Uint8Array, from: number, to: number): number => {
    const negative = bytes[from] === MINUS;
    const first = negative ? from + 1 : from;
    const cents = readCents(bytes, first, to);
    if (cents > 0 && bytes[to - 3] === decimal)
      return cents * (negative ? -SCALED_CENT : SCALED_CENT);
    let at = first;
    let value = 0;
    let separators = 0;
    for (; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte >= 48 && byte <= 57) value = value * 10 + (byte - 48);
      else if (byte === decimal) break;
      else if (isSeparator(byte)) separators += 1;
      else return readExactly(bytes, from, to, format);
    }
    const whole = at - first - separators;
    for (at += 1; at < to; at += 1) {
      const byte = bytes[at] ?? 0;
      if (byte < 48 || byte > 57) return readExactly(bytes, from, to, format);
      value = value * 10 + (byte - 48);
    }
    const decimals = to - first - separators - whole - 1;
    if (whole === 0 || decimals === 0 || decimals > DECIMALS || whole + decimals > PLAIN_DIGITS_MAX)
      return readExactly(bytes, from, to, format);
    const scaled = value * (POWERS[DECIMALS - Math.max(0, decimals)] ?? 1);
    return negative && scaled > 0 ? -scaled : scaled;
  };
}

function readExactly(bytes: Uint8Array, from: number, to: number, format: NumberFormat): number {
  const text = readDecimal(utf8Text(bytes, from, to).trim(), format);
  const [whole = '', decimals = ''] = text?.split('.') ?? [];
  const scaled = Number(whole + decimals.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return text !== undefined && Number.isSafeInteger(scaled) ? scaled : NaN;
}

const textReader = (format: NumberFormat) => {
  const read = scaledReader(format);
  return remember((text) => {
    const bytes = utf8Bytes(text);
    return read(bytes, 0, bytes.length);
  }, SAMPLE_CELLS);
};
const textReaders = new Map(NUMBER_FORMATS.map((format) => [format, textReader(format)]));

/** The same for text. */
export function scaledAmountOf(text: string, format: NumberFormat): number {
  return textReaders.get(format)?.(text) ?? NaN;
}

/** Formats ten-thousandths as a decimal with two decimals, or four where those are needed. */
export function formatScaled(scaled: number): string {
  const cents = scaled % (AMOUNT_SCALE / 100) === 0;
  return (scaled / AMOUNT_SCALE).toFixed(cents ? 2 : 4);
}
