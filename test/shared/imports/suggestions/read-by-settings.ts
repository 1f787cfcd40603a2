import csvParser from 'csv-parser';
import { decodeText } from '../../../../shared/imports/csv/decode.ts';
import { approximateAmount } from '../../../../shared/imports/fields/amounts.ts';
import { compileStrptime } from '../../../../shared/imports/fields/strptime.ts';
import { preflightCsv } from '../../../../shared/imports/csv/preflight-csv.ts';
import type { CsvReport } from '../../../../shared/imports/report.ts';
import type { NumberFormat } from '../../../../shared/imports/fields/amounts.ts';
import type { Booking } from './bank-export.ts';

/** Suggested settings by name, or none. */
export type Settings = Record<string, any>;

/** Sends no settings, then what was suggested. */
export function roundTrip(content: Buffer, now: Date): { settings: Settings; second: CsvReport } {
  const first = preflightCsv(content, 'TransactionImport', {}, now);
  const settings = Object.fromEntries(
    Object.entries(first.suggestions ?? {}).map(([name, { value }]) => [name, value]),
  );
  return { settings, second: preflightCsv(content, 'TransactionImport', settings, now) };
}

const normalize = (header: string): string =>
  header
    .trim()
    .toLowerCase()
    .replaceAll('*', '')
    .trim()
    .replace(/[\s-]+/gu, '_');

/** The text without preamble and footer. */
function bodyOf(content: Buffer, settings: Settings): string {
  const text = decodeText(content, settings.encoding).bytes.toString();
  const lines = text
    .split(/\r\n|\n|\r/)
    .slice(settings.rows_to_skip ?? 0)
    .filter((line) => line.trim() !== '');
  return lines.slice(0, lines.length - (settings.footer_rows_to_skip ?? 0)).join('\n');
}

/** Reads an export by the settings alone, with another CSV reader. */
export async function readBySettings(
  content: Buffer,
  settings: Settings,
): Promise<Omit<Booking, 'name'>[]> {
  const parser = csvParser({ separator: settings.col_sep ?? ',' });
  parser.end(bodyOf(content, settings));
  const readDate = compileStrptime(settings.date_format ?? '%m/%d/%Y');
  const format = (settings.number_format ?? '1,234.56') as NumberFormat;
  const bookings: Omit<Booking, 'name'>[] = [];
  for await (const row of parser as AsyncIterable<Record<string, string>>) {
    const cells = new Map<string, string>();
    for (const [header, value] of Object.entries(row)) {
      if (!cells.has(normalize(header))) cells.set(normalize(header), value.trim());
    }
    if ([...cells.values()].every((value) => value === '')) continue;
    const cell = (label: string | undefined): string => cells.get(normalize(label ?? '')) ?? '';
    const cents = (label: string | undefined): number =>
      Math.round(approximateAmount(cell(label), format) * 100) || 0;
    const days = readDate(cell(settings.date_col_label ?? 'date'));
    let amount = cents(settings.amount_col_label ?? 'amount');
    if (settings.outflow_col_label !== undefined || settings.inflow_col_label !== undefined) {
      amount =
        Math.abs(cents(settings.inflow_col_label)) - Math.abs(cents(settings.outflow_col_label));
    } else if (settings.amount_type_strategy === 'custom_column') {
      const isInflow = cell(settings.entity_type_col_label) === settings.amount_type_inflow_value;
      amount = isInflow ? amount : -amount;
    } else if (settings.signage_convention === 'inflows_negative') amount = -amount;
    const sums = [
      settings.amount_col_label ?? 'amount',
      settings.outflow_col_label,
      settings.inflow_col_label,
    ];
    const isBlank =
      cell(settings.date_col_label ?? 'date') === '' || sums.every((label) => cell(label) === '');
    if (settings.skip_incomplete_rows === true && isBlank) continue;
    bookings.push({
      date: days === undefined ? 'unread' : new Date(days * 86_400_000).toISOString().slice(0, 10),
      cents: amount,
    });
  }
  return bookings;
}
