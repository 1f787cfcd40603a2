/** Exact decimals as text: `-?digits(.digits)?`, no exponent, no plus sign, no needless zeros. */

const NORMAL = /^(?:0|-?(?:[1-9]\d*|(?:0|[1-9]\d*)\.\d*[1-9]))$/;
const DECIMAL = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,4}))?$/;

/**
 * Normalises decimal text, exponents included, without losing a digit.
 * Returns null for anything that is not one finite decimal number.
 */
export function normalizeDecimal(text: string): string | null {
  if (NORMAL.test(text)) return text;
  const match = DECIMAL.exec(text.trim());
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponentText = '0'] = match;
  if (whole === '' && fraction === '') return null;
  const digits = whole + fraction;
  const point = whole.length + Number(exponentText);
  const padded = point < 0 ? '0'.repeat(-point) + digits : digits.padEnd(point, '0');
  const at = Math.max(point, 0);
  const integer = padded.slice(0, at).replace(/^0+/, '') || '0';
  const decimals = /^\d*[1-9]/.exec(padded.slice(at))?.[0] ?? '';
  const magnitude = decimals === '' ? integer : `${integer}.${decimals}`;
  return sign === '-' && magnitude !== '0' ? `-${magnitude}` : magnitude;
}

/** The same amount with the opposite sign. `text` must be normalised. */
export function negateDecimal(text: string): string {
  if (text === '0') return text;
  return text.startsWith('-') ? text.slice(1) : `-${text}`;
}

function toScaled(text: string, scale: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(scale, '0'));
}

function scaleOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}

/** Exact product of normalised decimals. */
export function multiplyDecimals(a: string, b: string): string {
  const scales = [scaleOf(a), scaleOf(b)] as const;
  const product = (toScaled(a, scales[0]) * toScaled(b, scales[1])).toString();
  return normalizeDecimal(`${product}e-${scales[0] + scales[1]}`) ?? '0';
}

/** -1, 0 or 1 for normalised decimals. */
export function compareDecimals(a: string, b: string): -1 | 0 | 1 {
  const isNegative = a.startsWith('-');
  if (isNegative !== b.startsWith('-')) return isNegative ? -1 : 1;
  return isNegative ? compareMagnitudes(b.slice(1), a.slice(1)) : compareMagnitudes(a, b);
}

/** Without signs: the one with more digits before the point is larger; with equally many, they compare as texts do. */
function compareMagnitudes(a: string, b: string): -1 | 0 | 1 {
  const digits = wholeDigits(a) - wholeDigits(b);
  if (digits !== 0) return digits < 0 ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

function wholeDigits(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? text.length : point;
}

/** Exact sum of normalised decimals. */
export function addDecimals(amounts: readonly string[]): string {
  const scale = amounts.reduce((most, amount) => Math.max(most, scaleOf(amount)), 0);
  const sum = amounts.reduce((total, amount) => total + toScaled(amount, scale), 0n);
  const negative = sum < 0n;
  const digits = (negative ? -sum : sum).toString().padStart(scale + 1, '0');
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  return normalizeDecimal(negative ? `-${text}` : text) ?? '0';
}

/** An amount in the form that the arithmetic needs; a missing one is zero. */
export const exactDecimal = (text: string | null): string => normalizeDecimal(text ?? '0') ?? '0';

export const subtractDecimals = (amount: string, less: string): string =>
  addDecimals([exactDecimal(amount), negateDecimal(exactDecimal(less))]);
