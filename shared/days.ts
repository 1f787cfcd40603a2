/** Calendar days as `YYYY-MM-DD` text: a bank books on days, not instants. */

const DAY = /^(\d{4})-(\d{2})-(\d{2})$/;
const DAY_MS = 86_400_000;

/** Days since 1970-01-01. `day` must be valid. */
export function dayNumber(day: string): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

/** The day `count` days later; negative goes back. */
export function addDays(day: string, count: number): string {
  return new Date((dayNumber(day) + count) * DAY_MS).toISOString().slice(0, 10);
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

/** Whether the text is a day that exists, from 1900 to 2999. */
export function isDay(text: string): boolean {
  const match = DAY.exec(text);
  if (match === null) return false;
  const [, year = '', month = '', day = ''] = match;
  if (year < '1900' || year > '2999') return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  let formatter = formatters.get(timeZone);
  if (formatter === undefined) {
    // The Canadian English short form is the ISO one.
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

/** The name of an IANA time zone in its usual letter case; null when there is no such zone. Offsets are none. */
export function timeZoneName(text: string): string | null {
  if (!ZONE_NAME.test(text)) return null;
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions();
    // Another name of the same zone stays as a person wrote it: Asia/Kolkata is not called Asia/Calcutta.
    return timeZone.toLowerCase() === text.toLowerCase() ? timeZone : text;
  } catch {
    return null;
  }
}
