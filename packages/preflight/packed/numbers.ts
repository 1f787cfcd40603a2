import { normalizeDecimal } from '../money.ts';
import type { DayCell } from './workbook.ts';

/** How many digits programs compute with; further ones are rounding errors of binary fractions. */
const DIGITS = 15;
const DAY_SECONDS = 86_400;
/** Days from 1970-01-01 to day 0 of the two date systems. The older one counts a 29 February 1900, which never existed. */
const ZERO_1900 = -25_569;
const ZERO_1904 = -24_107;
/** 31 December 9999. */
const SERIAL_MAX = 2_958_466;

/** The decimal that a person sees for a stored number: `12.340000000000002` is 12.34. Null if it is not a number. */
export function shownDecimal(stored: string, places?: number): string | null {
  const exact = normalizeDecimal(stored);
  if (exact === null) return null;
  const isExact = exact.replace(/^-?0?\.?0*|\./g, '').length <= DIGITS || !exact.includes('.');
  const shown = isExact ? exact : (normalizeDecimal(Number(stored).toPrecision(DIGITS)) ?? exact);
  return places === undefined ? shown : rounded(shown, places);
}

/** Rounds half away from zero, as every spreadsheet does. */
function rounded(decimal: string, places: number): string {
  const [whole = '0', fraction = ''] = decimal.replace('-', '').split('.');
  if (fraction.length <= places) return decimal;
  const half = fraction.charAt(places) >= '5' ? 1n : 0n;
  const units = BigInt(whole + fraction.slice(0, places)) + half;
  return normalizeDecimal(`${decimal.startsWith('-') ? '-' : ''}${units}e-${places}`) ?? decimal;
}

/** The day and time of a serial number; null if it has none. */
export function dayOfSerial(stored: string, is1904: boolean): DayCell | null {
  const serial = Number(stored);
  if (!(serial >= 0 && serial < SERIAL_MAX)) return null;
  const seconds = Math.round((serial + (is1904 ? ZERO_1904 : ZERO_1900)) * DAY_SECONDS);
  return dayOfInstant(new Date(seconds * 1000).toISOString());
}

const ISO = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d)?).*)?$/;

/** The day and time of an ISO text; null for other texts. */
export function dayOfInstant(text: string): DayCell | null {
  const [, day, time = ''] = ISO.exec(text.trim()) ?? [];
  return day === undefined
    ? null
    : { day, time: `${time}:00:00:00`.slice(time === '' ? 1 : 0).slice(0, 8) };
}
