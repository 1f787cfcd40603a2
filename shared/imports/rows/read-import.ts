import { excerpt } from '../../text.ts';
import { judgeCsv } from '../csv/preflight-csv.ts';
import { readRows } from '../csv/check-rows.ts';
import { problemOf } from '../csv/read-row.ts';
import { MalformedCsvError } from '../report.ts';
import { MESSAGE_MAX } from '../problem-list.ts';
import { resolvedSettings } from './resolved-settings.ts';
import { ROW_SHAPES, wireName } from './import-row.ts';
import { FILE_SETTINGS } from './profile-settings.ts';
import type { Cells, RowReading } from '../csv/read-row.ts';
import type { JudgedCsv } from '../csv/preflight-csv.ts';
import type { CsvSetting, CsvSettingsInput } from '../csv/settings.ts';
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
  /** What of preflight's suggestions is used, too: nothing, what a profile leaves to each file, or all. */
  applySuggestions: AppliedSuggestions;
  /** Whether the import names the account; else each row has to. */
  hasAccount: boolean;
}

export type AppliedSuggestions = 'none' | 'of_file' | 'all';

/** An import as read: what preflight says, and the settings of the reading. */
export interface ReadImport {
  report: CsvReport;
  /** Null when a setting is wrong: then no row was read. */
  settings: WireSettings | null;
  /** Settings as sent, with the suggestions that were applied. */
  sent: CsvSettingsInput;
  /** The settings that are applied suggestions. */
  suggested: string[];
  /** Formats that the rows leave open: another one fits them, or nearly so. */
  openFormats: CsvSetting[];
}

/** Suggestions of one reading may ask for another: a separator first, then what stands in the columns. */
const SUGGESTED_READINGS_MAX = 3;

/**
 * Reads content as preflight does and hands over every row that is not left out, in the order of the file.
 * Throws MalformedCsvError.
 */
export function readImport(content: ImportContent, onRow: (row: ImportRow) => void): ReadImport {
  const { judged, ...asked } = judgeWithSuggestions(content);
  const { report, table } = judged;
  if (table === undefined) return { report, settings: null, ...asked, openFormats: [] };
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
  const { openFormats } = table;
  return { report, settings: resolvedSettings(reading, encoding), ...asked, openFormats };
}

function judgeWithSuggestions({ content, type, settings, now, applySuggestions }: ImportContent): {
  judged: JudgedCsv;
  sent: CsvSettingsInput;
  suggested: string[];
} {
  let sent = settings;
  const isOpen = (name: string): boolean =>
    applySuggestions === 'all' || (FILE_SETTINGS.has(name) && !Object.hasOwn(settings, name));
  const namesOfSuggested = (): string[] =>
    Object.entries(sent).flatMap(([name, value]) =>
      value === settings[name as CsvSetting] ? [] : [name],
    );
  for (let reading = 1; ; reading += 1) {
    const judged = judgeOrSuggest(() => judgeCsv(content, type, sent, now));
    const isLast = applySuggestions === 'none' || reading > SUGGESTED_READINGS_MAX;
    if (judged instanceof MalformedCsvError) {
      if (isLast || Object.keys(judged.suggestions).length === 0) throw judged;
      sent = withSuggestions(sent, judged.suggestions, isOpen);
      continue;
    }
    const suggestions = Object.entries(judged.report.suggestions ?? {});
    if (isLast || !suggestions.some(([name]) => isOpen(name))) {
      return { judged, sent, suggested: namesOfSuggested() };
    }
    sent = withSuggestions(sent, Object.fromEntries(suggestions), isOpen);
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
  isOpen: (name: string) => boolean,
): CsvSettingsInput {
  const values = Object.entries(suggestions).flatMap(([name, { value }]) =>
    isOpen(name) ? [[name, value] as const] : [],
  );
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
