import { excerpt } from '../../text.ts';
import { judgeCsv } from '../csv/preflight-csv.ts';
import { readRows } from '../csv/check-rows.ts';
import { problemOf } from '../csv/read-row.ts';
import { MalformedCsvError } from '../report.ts';
import { MESSAGE_MAX } from '../problem-list.ts';
import { resolvedSettings } from './resolved-settings.ts';
import { ROW_SHAPES, wireName } from './import-row.ts';
import type { Cells, RowReading } from '../csv/read-row.ts';
import type { JudgedCsv } from '../csv/preflight-csv.ts';
import type { CsvSettingsInput } from '../csv/settings.ts';
import type { Problem } from '../problem-list.ts';
import type { CsvImportType, CsvReport } from '../report.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { ImportRow, RowError } from './import-row.ts';
import type { WireSettings } from './resolved-settings.ts';

/** Content and how to read it. */
export interface ImportContent {
  content: Uint8Array;
  type: CsvImportType;
  /** As sent. */
  settings: CsvSettingsInput;
  /** Bounds the dates that are accepted. */
  now: Date;
  /** Whether what preflight suggests is used, too. */
  applySuggestions: boolean;
  /** Whether the import names the account; else each row has to. */
  hasAccount: boolean;
}

/** An import as read: what preflight says, and the settings of the reading. */
export interface ReadImport {
  report: CsvReport;
  /** Null when a setting is wrong: then no row was read. */
  settings: WireSettings | null;
  /** Settings as sent, with the suggestions that were applied. */
  sent: CsvSettingsInput;
}

/** Suggestions of one reading may ask for another: a separator first, then what stands in the columns. */
const SUGGESTED_READINGS_MAX = 3;

/**
 * Reads content as preflight does and hands over every row that is not left out, in the order of the file.
 * Throws MalformedCsvError.
 */
export function readImport(content: ImportContent, onRow: (row: ImportRow) => void): ReadImport {
  const { judged, sent } = judgeWithSuggestions(content);
  const { report, table } = judged;
  if (table === undefined) return { report, settings: null, sent };
  const { source, reading, encoding } = table;
  const rowErrors = new Map<number, RowError[]>();
  const check = reading.spec.rowCheck?.();
  const noteError = ({ line = 0, ...problem }: Problem): void => {
    const errors = rowErrors.get(line) ?? [];
    const field = reading.columns.find(({ header }) => header === problem.column)?.field.key;
    rowErrors.set(line, [
      ...errors,
      { ...bounded(problem), ...(field !== undefined && { field }) },
    ]);
  };
  const headers = new Map(reading.columns.map(({ field, header }) => [field.key, header]));
  if (check !== undefined) {
    readRows(source, reading, ({ line, cells }) => {
      const header = (key: FieldKey): string => headers.get(key) ?? key;
      check.row({ line, cell: (key) => cells[key] ?? '', header }, noteError);
      return true;
    });
    check.end(noteError);
  }
  const toRow = createRowMaker(content);
  readRows(source, reading, (row) => {
    onRow(toRow(row, rowErrors.get(row.line) ?? []));
    return true;
  });
  return { report, settings: resolvedSettings(reading, encoding), sent };
}

function judgeWithSuggestions({ content, type, settings, now, applySuggestions }: ImportContent): {
  judged: JudgedCsv;
  sent: CsvSettingsInput;
} {
  let sent = settings;
  for (let reading = 1; ; reading += 1) {
    const judged = judgeOrSuggest(() => judgeCsv(content, type, sent, now));
    const isLast = !applySuggestions || reading > SUGGESTED_READINGS_MAX;
    if (judged instanceof MalformedCsvError) {
      if (isLast || Object.keys(judged.suggestions).length === 0) throw judged;
      sent = withSuggestions(sent, judged.suggestions);
      continue;
    }
    const { suggestions } = judged.report;
    if (isLast || suggestions === undefined) return { judged, sent };
    sent = withSuggestions(sent, suggestions);
  }
}

function judgeOrSuggest(judge: () => JudgedCsv): JudgedCsv | MalformedCsvError {
  try {
    return judge();
  } catch (error) {
    if (error instanceof MalformedCsvError) return error;
    throw error;
  }
}

function withSuggestions(
  sent: CsvSettingsInput,
  suggestions: NonNullable<CsvReport['suggestions']>,
): CsvSettingsInput {
  const values = Object.entries(suggestions).map(([name, { value }]) => [name, value]);
  return { ...sent, ...(Object.fromEntries(values) as CsvSettingsInput) };
}

/** Makes rows that are kept of rows that were read: what a row needs and lacks is an error of its own. */
function createRowMaker({ type, hasAccount }: ImportContent) {
  const { needs, more, inAccount } = ROW_SHAPES[type];
  const needed: readonly FieldKey[] = inAccount && !hasAccount ? [...needs, 'account'] : needs;
  return (
    { line, cells, values, faults }: RowReading & { line: number; cells: Cells },
    ruleErrors: readonly RowError[],
  ): ImportRow => {
    const all: Record<string, unknown> = { ...cells, ...values, ...namedByColumn(values) };
    const valueOf = (key: FieldKey): string | null => {
      const value = all[key];
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const errors: RowError[] = [
      ...faults.map((fault) => ({
        ...bounded(problemOf(fault, line, cells)),
        field: fault.column.field.key,
      })),
      ...ruleErrors,
    ];
    for (const key of needed) {
      if (errors.some((error) => error.field === key) || valueOf(key) !== null) continue;
      if (key === 'amount' && errors.length > 0) continue;
      errors.push(blankError(key, line));
    }
    const { date, amount, currency, name, category, tags, notes, account } = values;
    return {
      line,
      values: { date, amount, currency, name, category, tags, notes, account },
      more: Object.fromEntries(more.map((key) => [wireName(key), valueOf(key)])),
      errors,
    };
  };
}

/** Values of trades by the names of their columns. */
function namedByColumn({ quantity, exchangeOperatingMic }: RowReading['values']) {
  return {
    ...(quantity !== undefined && { qty: quantity }),
    ...(exchangeOperatingMic !== undefined && { exchange_operating_mic: exchangeOperatingMic }),
  };
}

function blankError(key: FieldKey, line: number): RowError {
  const message =
    key === 'account'
      ? `Line ${line}: neither the row nor the import names an account`
      : `Line ${line}: a value for ${wireName(key)} is required`;
  return { code: 'blank_required_value', message, field: key };
}

function bounded({ code, message, column, value }: Problem): RowError {
  return {
    code,
    message: excerpt(message, MESSAGE_MAX),
    ...(column !== undefined && { column: excerpt(column) }),
    ...(value !== undefined && { value: excerpt(value) }),
  };
}
