/** Calendar days as `YYYY-MM-DD` text: a bank books on days, not instants. */

export const MONTH_NAMES =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

const DAY_MS = 86_400_000;
const HYPHEN = 0x2d;
const FIRST_BOOKING_DAY = '1900-01-01';

/** Days since 1970-01-01. `day` must be valid. */
function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** The day `days` after 1970-01-01, as `YYYY-MM-DD`. */
export function isoDay(days: number): string {
  return new Date(days * DAY_MS).toISOString().slice(0, 10);
}

const [FIRST_DAY, LAST_DAY] = ['0001-01-01', '9999-12-31'];
const [FIRST_NUMBER, LAST_NUMBER] = [dayNumber(FIRST_DAY), dayNumber(LAST_DAY)];

/** The day `count` days later (earlier if negative), within the first and the last day that `isDay` accepts. */
export function addDays(day: string, count: number): string {
  const number = dayNumber(day) + count;
  if (number <= FIRST_NUMBER) return FIRST_DAY;
  if (number >= LAST_NUMBER) return LAST_DAY;
  return isoDay(number);
}

/** How many days `b` lies after `a`; negative when before. */
export function daysBetween(a: string, b: string): number {
  return dayNumber(b) - dayNumber(a);
}

/** Whether the year has a 29 February, in the Gregorian calendar. */
export function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** How many days a month (1 to 12) has. */
export function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/** Whether the whole text is an existing day, `0001-01-01` to `9999-12-31`: the range of a `date` column in four digits. */
export function isDay(text: string): boolean {
  // Reads characters instead of using a pattern: an import reads a day in every line of a file.
  if (text.length !== 10 || text.charCodeAt(4) !== HYPHEN || text.charCodeAt(7) !== HYPHEN) {
    return false;
  }
  const year = digitsAt(text, 0, 4);
  const month = digitsAt(text, 5, 7);
  const day = digitsAt(text, 8, 10);
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysInMonth(year, month);
}

/** Whether a bank can have booked on the day: it exists and is not before 1900. Earlier ones stand for "no date". */
export function isBookingDay(text: string): boolean {
  return text >= FIRST_BOOKING_DAY && isDay(text);
}

/** The number written there, or NaN if one of the characters is not a digit. */
function digitsAt(text: string, start: number, end: number): number {
  let number = 0;
  for (let at = start; at < end; at += 1) {
    const digit = text.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    // The short form in Canadian English is the ISO one.
    const shape = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
    formatter = new Intl.DateTimeFormat('en-CA', { timeZone, ...shape });
    formatters.set(timeZone, formatter);
  }
  return formatter;
}

/** The day an instant falls on in an IANA time zone. Throws RangeError for an unknown zone. */
export function dayInZone(instant: Date, timeZone: string): string {
  return formatterOf(timeZone).format(instant);
}

const ZONE_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/;

/** The name of an IANA time zone in its usual letter case; null if there is no such zone. Offsets do not count. */
export function timeZoneName(text: string): string | null {
  if (!ZONE_NAME.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // An alias stays as the person wrote it: Asia/Kolkata does not become Asia/Calcutta.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return null;
  }
}
