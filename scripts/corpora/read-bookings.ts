import { profileRows, readRows } from '#preflight/csv/check-rows';
import { decodeText } from '#preflight/csv/decode';
import { mapColumns } from '#preflight/csv/headers';
import { withPlainDigits } from '#preflight/csv/plain-digits';
import { readTable } from '#preflight/csv/read-header';
import { readEncodingSetting, readSettings } from '#preflight/csv/read-settings';
import { cellText, createRowView, isBlankCell } from '#preflight/csv/row-view';
import { scanRows } from '#preflight/csv/scan-rows';
import { scaledAmountOf } from '#preflight/evidence/scaled-amount';
import { acceptedDates } from '#preflight/fields/dates';
import { CSV_TYPES } from '#preflight/types/csv-types';
import type { RowSource } from '#preflight/csv/check-rows';
import type { CsvSettingsInput } from '#preflight/csv/settings';
import type { NumberFormat } from '#preflight/fields/amounts';

/** A booking as preflight reads it: ISO date, amount in hundredths with money in positive. */
export interface ReadBooking {
  date: string;
  cents: number;
}

/** The rows of a statement under these settings, from the reader of checks and imports. Unread cells: 'unread', NaN. */
export function readStatement(content: Uint8Array, sent: CsvSettingsInput, now: Date) {
  const spec = CSV_TYPES.TransactionImport;
  const bytes = withPlainDigits(decodeText(content, readEncodingSetting(sent)).bytes);
  const { settings } = readSettings(sent, spec, bytes);
  const table = readTable(bytes, settings);
  const mapping = mapColumns(spec, settings, table.header);
  const accepted = acceptedDates(now);
  const { formats } = profileRows(table.source, mapping, { settings, spec, accepted });
  const bookings: ReadBooking[] = [];
  const reading = { spec, columns: mapping.columns, settings, formats, accepted };
  readRows(table.source, reading, ({ values: { date, amount } }) => {
    const cents = typeof amount === 'string' ? Math.round(Number(amount) * 100) : NaN;
    bookings.push({ date: date ?? 'unread', cents });
    return true;
  });
  const indexOf = (...keys: string[]): number[] =>
    mapping.columns.flatMap(({ field, index }) => (keys.includes(field.key) ? [index] : []));
  const [date] = indexOf('date');
  const blank = { date, split: indexOf('outflow', 'inflow') };
  const leftOut = settings.skipIncompleteRows
    ? amountsLeftOut(table.source, blank, formats.numberFormat)
    : [];
  return { bookings, leftOut };
}

/**
 * The amounts of rows that were left out, in hundredths, without sign: rows without a date, and, where money out and
 * in have separate columns, rows with neither. With one amount column such a row may be a booking that was missed.
 */
function amountsLeftOut(
  { bytes, start, headerCells }: RowSource,
  { date, split }: { date: number | undefined; split: readonly number[] },
  format: NumberFormat,
): number[] {
  const amounts: number[] = [];
  scanRows(createRowView(bytes), start, (row) => {
    const isUndated = date !== undefined && isBlankCell(row, date);
    const isEmpty = split.length > 1 && split.every((column) => isBlankCell(row, column));
    if (!isUndated && !isEmpty) return undefined;
    for (let column = 0; column < headerCells; column += 1) {
      const cents = Math.abs(scaledAmountOf(cellText(row, column), format)) / 100;
      if (cents > 0) amounts.push(cents);
    }
    return undefined;
  });
  return amounts;
}
