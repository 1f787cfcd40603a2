import { csvCell } from '../csv/dialect/csv-line.ts';
import type { CsvSettingsInput } from '../csv/settings.ts';
import { excerpt } from '../text.ts';
import type { CsvImportType } from '../report.ts';
import type { CsvTypeSpec } from '../types/csv-type.ts';
import { accountNames } from './account-names.ts';
import type { StatementFormat } from './statement-format.ts';
import type { Booking, Statement, StatementFile, Trade } from './statement.ts';

/** What every row of a statement repeats. */
interface Repeated {
  account: string | undefined;
  currency: string | undefined;
}
type Cell<Row> = (row: Row, statement: Repeated) => string | undefined;

const BOOKING_CELLS: Readonly<Record<string, Cell<Booking>>> = {
  date: ({ date }) => date,
  amount: ({ amount }) => amount,
  currency: ({ currency }, statement) => currency ?? statement.currency,
  name: ({ name }) => name,
  notes: ({ name, notes }) => (notes === name ? undefined : notes),
  category: ({ category }) => category,
  tags: ({ tag }) => tag,
  account: (_, { account }) => account,
  external_id: ({ id }) => id,
  status: ({ pending }) => (pending === true ? 'pending' : undefined),
};
const TRADE_CELLS: Readonly<Record<string, Cell<Trade>>> = {
  date: ({ date }) => date,
  ticker: ({ ticker }) => ticker,
  qty: ({ quantity }) => quantity,
  price: ({ price }) => price,
  position_value: ({ value }) => value,
  currency: ({ currency }, statement) => currency ?? statement.currency,
  name: ({ name }) => name,
  account: (_, { account }) => account,
  external_id: ({ id }) => id,
};
/** The import types that read statements, each with the columns of its table, keyed by field of the type. */
const CELLS = { TransactionImport: BOOKING_CELLS, TradeImport: TRADE_CELLS };
export type StatementType = keyof typeof CELLS;

/** The type, if it reads statements of that format; CAMT and MT940 have no trades. */
export function statementType(
  type: CsvImportType,
  format: StatementFormat,
): StatementType | undefined {
  const hasTrades = format === 'ofx' || format === 'qif';
  return type === 'TransactionImport' || (type === 'TradeImport' && hasTrades) ? type : undefined;
}

/** Adds `position_value` to trades. CSV files must not have it: a column of that name would turn their trades into positions. */
export function withPositions(spec: CsvTypeSpec): CsvTypeSpec {
  if (spec.type !== 'TradeImport') return spec;
  return { ...spec, fields: [...spec.fields, { key: 'position_value', kind: 'price' }] };
}

/** What becomes a row of the table: trades for an import of trades, else bookings. */
export function rowsOf(
  { bookings, trades = [] }: Statement,
  type: StatementType,
): readonly (Booking | Trade)[] {
  return type === 'TradeImport' ? trades : bookings;
}
/**
 * Ids of different formats are different kinds, so one booking may have an id of each. The column exists in files without ids, too:
 * it names the format.
 */
const BANK_IDS = { camt: 'AcctSvcrRef', ofx: 'FITID', mt940: 'Bank reference' };
const ID_HEADERS = { ...BANK_IDS, qif: 'external_id' };
/** The id columns of formats that only banks write. */
export const BANK_ID_HEADERS: readonly string[] = Object.values(BANK_IDS);
/** Characters of an account or currency that rows repeat; more than a row may hold, yet megabytes would become gigabytes. */
const REPEATED_MAX = 1000;
const ALWAYS = 'date amount ticker qty price name external_id'.split(' ');

/** Settings that apply to any content; the others describe a table, which a statement is not. */
const KEPT_SETTINGS = ['sample_rows', 'unbooked_rows', 'skip_other_units'] as const;
const LOCAL_SETTINGS = ['date_format', 'number_format', 'inferred_settings'] as const;

/**
 * Writes the bookings or trades of all statements as CSV, one on each line. `lines` gives, by line of the table, where each begins in
 * the file, or the next free line: messages about the table name these.
 */
export function statementTable(
  file: StatementFile,
  type: StatementType,
): { table: string; lines: number[] } {
  const cells = Object.entries(CELLS[type] as Readonly<Record<string, Cell<Booking | Trade>>>);
  const nameOf = accountNames(file.statements);
  const cut = (text = '') => (text === '' ? undefined : excerpt(text, REPEATED_MAX));
  const parts = file.statements.map((one) => ({
    rows: rowsOf(one, type),
    statement: { account: cut(nameOf(one)), currency: cut(one.currency) },
  }));
  const columns = cells.filter(
    ([name, cell]) =>
      ALWAYS.includes(name) ||
      parts.some(({ rows, statement }) => rows.some((row) => cell(row, statement) !== undefined)),
  );
  const headers = columns.map(([name]) =>
    name === 'external_id' ? ID_HEADERS[file.format] : name,
  );
  const written = [headers.join(',')];
  // Lines are counted from 1, and the header has the first one.
  const lines = [0, 1];
  for (const { rows, statement } of parts) {
    for (const row of rows) {
      written.push(columns.map(([, cell]) => cellText(cell(row, statement))).join(','));
      lines.push(Math.max((lines.at(-1) ?? 0) + 1, row.line));
    }
  }
  return { table: written.join('\n'), lines };
}

/** Writes a cell on one line: a line break would shift the rows below it. */
function cellText(text = ''): string {
  return /[",\r\n\uFEFF]/.test(text) ? csvCell(text.replace(/[\r\n]+/g, ' ')) : text;
}

/** The settings to read the table with. What a request says about tables is ignored: the format itself determines it. */
export function tableSettings(
  { format, isLocal }: StatementFile,
  table: string,
  sent: CsvSettingsInput,
): CsvSettingsInput {
  const header = table.slice(0, table.indexOf('\n')).split(',');
  const labels = {
    date_col_label: 'date',
    amount_col_label: 'amount',
    currency_col_label: 'currency',
    external_id_col_label: ID_HEADERS[format],
  };
  const kept = [...KEPT_SETTINGS, ...(isLocal === true ? LOCAL_SETTINGS : [])];
  return {
    ...Object.fromEntries(kept.map((name) => [name, sent[name]])),
    ...Object.fromEntries(Object.entries(labels).filter(([, name]) => header.includes(name))),
    ...(isLocal !== true && { date_format: '%Y-%m-%d', number_format: '1,234.56' }),
    signage_convention: 'inflows_positive',
  };
}
