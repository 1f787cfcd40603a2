import { profileRows, readRows } from '../../shared/imports/csv/check-rows.ts';
import { decodeText } from '../../shared/imports/csv/decode.ts';
import { mapColumns } from '../../shared/imports/csv/headers.ts';
import { readTable } from '../../shared/imports/csv/read-header.ts';
import { readEncodingSetting, readSettings } from '../../shared/imports/csv/settings.ts';
import { acceptedDates } from '../../shared/imports/fields/dates.ts';
import { CSV_TYPES } from '../../shared/imports/types/csv-types.ts';
import type { CsvSettingsInput } from '../../shared/imports/csv/settings.ts';

/** A booking as preflight reads it: ISO date, amount in hundredths with money in positive. */
export interface ReadBooking {
  date: string;
  cents: number;
}

/** The bookings of a statement under these settings, by the reader that checks and imports use. Unread cells: 'unread', NaN. */
export function readBookings(
  content: Uint8Array,
  sent: CsvSettingsInput,
  now: Date,
): ReadBooking[] {
  const spec = CSV_TYPES.TransactionImport;
  const { bytes } = decodeText(content, readEncodingSetting(sent));
  const { settings } = readSettings(sent, spec, bytes);
  const table = readTable(bytes, settings);
  const mapping = mapColumns(spec, settings, table.header);
  const accepted = acceptedDates(now);
  const { formats } = profileRows(table.source, mapping, settings, spec, accepted);
  const bookings: ReadBooking[] = [];
  const reading = { spec, columns: mapping.columns, settings, formats, accepted };
  readRows(table.source, reading, ({ values: { date, amount } }) => {
    const cents = typeof amount === 'string' ? Math.round(Number(amount) * 100) : NaN;
    bookings.push({ date: date ?? 'unread', cents });
    return true;
  });
  return bookings;
}
