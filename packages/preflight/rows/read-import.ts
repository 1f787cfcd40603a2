import { readRows } from '../csv/check-rows.ts';
import { createRowCheck, problemOf } from '../csv/read-row.ts';
import { bounded } from '../problem-list.ts';
import { judgeContent, severalAccounts } from './judge-content.ts';
import { ROW_SHAPES, warningsOf, wireName } from './import-row.ts';
import type { ReadRow } from '../csv/read-row.ts';
import type { RowValues } from '../types/row-values.ts';
import type { Problem } from '../problem-list.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { JudgedContent, SentContent } from './judge-content.ts';
import type { ImportRow, RowError } from './import-row.ts';
import type { OpenSettings, WireSettings } from './resolved-settings.ts';

/** Content and how to read it. */
export interface ImportContent extends SentContent {
  /** Otherwise each row has to name its account. */
  hasAccount: boolean;
}

/** An import as read: preflight's report, and the settings of the reading. */
export interface ReadImport extends Omit<JudgedContent, 'table'>, OpenSettings {
  /** Null when a setting is wrong; then no row was read. */
  settings: WireSettings | null;
}

/**
 * Reads content as preflight does and passes on every row that is not left out, in the order of the file. Throws
 * MalformedCsvError.
 */
export function readImport(content: ImportContent, onRow: (row: ImportRow) => void): ReadImport {
  const { table, ...judged } = judgeContent(content);
  const { settings } = judged.report;
  if (table === undefined || settings === undefined) {
    return { ...judged, settings: null, openFormats: [], repeated: [] };
  }
  const { source, reading, openFormats, repeated, accounts } = table;
  const rowErrors = new Map<number, RowError[]>();
  const check = createRowCheck(reading);
  const noteError = (problem: Problem): void => {
    const { line = 0 } = problem;
    const errors = rowErrors.get(line) ?? [];
    const field = reading.columns.find(({ header }) => header === problem.column)?.field.key;
    rowErrors.set(line, [
      ...errors,
      { ...withoutLine(problem), ...(field !== undefined && { field }) },
    ]);
  };
  if (check !== undefined) {
    readRows(source, reading, (row) => {
      check.row(row, noteError);
      return true;
    });
    check.end(noteError);
  }
  const toRow = createRowMaker(content, accounts);
  readRows(source, reading, (row) => {
    onRow(toRow(row, rowErrors.get(row.line) ?? []));
    return true;
  });
  return { ...judged, settings, openFormats, repeated };
}

/** Turns rows that were read into rows to store: each value that a row needs and lacks is an error. */
function createRowMaker({ type, hasAccount }: ImportContent, accounts: readonly string[]) {
  const { needs, more, inAccount } = ROW_SHAPES[type];
  const needed: readonly FieldKey[] = inAccount && !hasAccount ? [...needs, 'account'] : needs;
  return ({ line, cells, values, faults }: ReadRow, ruleErrors: readonly RowError[]): ImportRow => {
    const all: Record<string, unknown> = { ...cells, ...values, ...namedByColumn(values) };
    const valueOf = (key: FieldKey): string | null => {
      const value = all[key];
      return typeof value === 'string' && value !== '' ? value : null;
    };
    const errors: RowError[] = [
      ...faults.map((fault) => ({
        ...withoutLine(problemOf(fault, line, cells)),
        field: fault.column.field.key,
      })),
      ...ruleErrors,
    ];
    if (hasAccount && accounts.length > 1) {
      const message = `Line ${line}: the file holds ${severalAccounts(accounts.length)}`;
      errors.push({ code: 'validation_failed', message });
    }
    for (const key of needed) {
      if (errors.some((error) => error.field === key) || valueOf(key) !== null) continue;
      if (key === 'amount' && errors.length > 0) continue;
      errors.push(blankError(key, line));
    }
    const { date, amount, currency, name, category, tags, notes, account } = values;
    const { pending = false } = values;
    const others = Object.fromEntries(more.map((key) => [wireName(key), valueOf(key)]));
    return {
      line,
      values: { date, amount, currency, name, category, tags, notes, account, pending },
      more: others,
      errors,
      warnings: warningsOf(type, line, others),
    };
  };
}

/** Values of trades under the names of their columns. */
function namedByColumn({ quantity, exchangeOperatingMic, positionValue }: RowValues) {
  return {
    ...(quantity !== undefined && { qty: quantity }),
    ...(positionValue !== undefined && { position_value: positionValue }),
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

function withoutLine(problem: Problem): RowError {
  const { line: _, ...error } = bounded(problem);
  return error;
}
