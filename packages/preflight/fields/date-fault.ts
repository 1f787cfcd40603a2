import { isoDay } from '../days.ts';
import { excerpt } from '../text.ts';
import { bitAt, DATE_FORMATS } from './dates.ts';
import { inBuddhistYears, withYearFirst } from './other-years.ts';
import { withShorterTimes } from './strptime.ts';
import type { DateRange, DateReading } from './dates.ts';

/** The format that the dates of a column must have. */
export interface DecidedDateFormat {
  dateFormat: string;
  dateFormatSent: boolean;
}

/** The time of day after a date, in a format. */
const TIME_OF_DAY = /(?:,? \p{L}+\.? |, ?| |T|-)?%[HI].*$/u;

/** The format for a date in another column: with the time of day that the date has there. */
export function formatElsewhere(reading: DateReading, dateFormat: string): string {
  return dateFormat.replace(TIME_OF_DAY, '') + reading.suffix;
}

/** What a format has left for the date if it ends with the suffix's time; undefined if its time is another. */
function dayUnder(format: string, suffix: string): string | undefined {
  const fitting = withShorterTimes(format).find((one) => one.endsWith(suffix));
  return fitting?.slice(0, fitting.length - suffix.length);
}

/** How a cell reads under an inferred format, whose time of day must be that of the cell. */
function readsUnder(reading: DateReading, format: string): DateReading['sent'] {
  const day = dayUnder(format, reading.suffix);
  if (day === undefined) return 'unread';
  const index = DATE_FORMATS.findIndex((known) =>
    [known, inBuddhistYears(known), withYearFirst(known)].includes(day),
  );
  const bit = index < 0 ? 0 : bitAt(index);
  const isFirst = day.startsWith('%y') && day !== DATE_FORMATS[index];
  const within = day.includes('%Ey') ? reading.buddhist : reading.inRange;
  if (((isFirst ? reading.yearsFirst : within) & bit) !== 0) return 'ok';
  return (reading.parsed & bit) === 0 ? 'unread' : 'out_of_range';
}

/** Why a date is invalid under the format, as the end of a message; undefined when it is valid. */
export function judgeDate(
  reading: DateReading,
  accepted: DateRange,
  { dateFormat, dateFormatSent }: DecidedDateFormat,
): string | undefined {
  const found = dateFormatSent ? reading.sent : readsUnder(reading, dateFormat);
  if (found === 'ok') return undefined;
  if (!dateFormatSent && reading.parsed === 0) return 'not a date in any known format';
  return found === 'unread'
    ? `not a date in the format ${excerpt(dateFormat)}`
    : `the date is not between ${isoDay(accepted.first)} and ${isoDay(accepted.last)}`;
}

/** The same for a date that a pending row has in another column, with or without a time of day. */
export function judgeDateElsewhere(
  reading: DateReading,
  accepted: DateRange,
  { dateFormat, dateFormatSent }: DecidedDateFormat,
): string | undefined {
  if (dateFormatSent && reading.sent === 'ok') return undefined;
  const format = formatElsewhere(reading, dateFormat);
  return judgeDate(reading, accepted, { dateFormat: format, dateFormatSent: false });
}
