import { isoDay } from '../days.ts';
import { excerpt } from '../text.ts';
import { readsUnder } from './dates.ts';
import type { DateRange, DateReading } from './dates.ts';

/** The format that a column of dates must have. */
export interface DecidedDateFormat {
  dateFormat: string;
  dateFormatSent: boolean;
}

/** A time of day behind a date, in a format. */
const TIME_OF_DAY = /(?:, ?| |T|-)?%[HI].*$/;

/** The format for a date of another column: with the time of day that it has there. */
export function formatElsewhere(reading: DateReading, dateFormat: string): string {
  return dateFormat.replace(TIME_OF_DAY, '') + reading.suffix;
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

/** The same for a date that a pending row has in another column, where a time of day may follow it or not. */
export function judgeDateElsewhere(
  reading: DateReading,
  accepted: DateRange,
  { dateFormat, dateFormatSent }: DecidedDateFormat,
): string | undefined {
  if (dateFormatSent && reading.sent === 'ok') return undefined;
  const format = formatElsewhere(reading, dateFormat);
  return judgeDate(reading, accepted, { dateFormat: format, dateFormatSent: false });
}
