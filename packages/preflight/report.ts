import type { FileBalance, Opening } from './statements/prove-balances.ts';
import type { Evidence } from './evidence/evidence.ts';
import { FILE_KINDS } from './file-kind.ts';
import type { FileKind } from './file-kind.ts';

import type { Problem } from './problem-list.ts';
import type { RowValues } from './types/row-values.ts';
import type { Warning } from './warnings/warning.ts';

/** The ten import types that preflight accepts; the specification's enum also names PdfImport and QifImport. */
export const ACCEPTED_IMPORT_TYPES = [
  'TransactionImport',
  'TradeImport',
  'AccountImport',
  'BudgetAppOneImport',
  'BudgetAppTwoImport',
  'BudgetAppThreeImport',
  'CategoryImport',
  'RuleImport',
  'MerchantImport',
  'NativeImport',
] as const;

/** CSV content of exactly this size is still accepted. */
export const CSV_BYTES_MAX = 10 * 1024 * 1024;

export type ImportType = (typeof ACCEPTED_IMPORT_TYPES)[number];
export type CsvImportType = Exclude<ImportType, 'NativeImport'>;

/** A suggested setting, and how sure we are of it, from 0 to 1. */
export interface Suggestion {
  value: string | number | boolean;
  confidence: number;
}

/** A row as it was understood, and the physical line on which it starts. */
export interface SampleRow extends RowValues {
  line: number;
}

/** What preflight finds in a CSV. The API's presenter converts it to snake_case. */
export interface CsvReport {
  kind: 'csv';
  rowsCount: number;
  /** How many of them are left out; absent when none are, unless `skip_incomplete_rows` is on. */
  skippedRowsCount?: number;
  /** The file has statements instead of a table: the headers are those of the table that its bookings were written to. */
  isStatement?: true;
  /** What the accounts of statements open with, where balances prove it: publishing opens the accounts that it makes with it. */
  openings?: Opening[];
  /** The balances around all bookings of a statement file of one account: they refute wrong duplicates between two files. */
  balance?: FileBalance | undefined;
  headers: string[];
  requiredHeaders: string[];
  missingRequiredHeaders: string[];
  errors: Problem[];
  errorsCount: number;
  warnings: Warning[];
  /** The first rows as understood; absent unless `sample_rows` asks for them. */
  sample?: SampleRow[];
  /** Suggestions by request field (col_sep, date_format, date_col_label…); absent when nothing differs. */
  suggestions?: Record<string, Suggestion>;
  /** What the reading of a statement is based on; absent for other types, and without the required columns. */
  evidence?: Evidence;
  /** The settings of the reading, and which of them no person chose; absent when a setting is wrong. */
  settings?: Record<string, string | number | boolean>;
  inferredSettings?: string[];
}

/** The problems with the content as a whole; problems with rows have a line. */
export function problemsOfFile({ errors = [] }: Partial<Pick<CsvReport, 'errors'>>): Problem[] {
  return errors.filter(({ line, code }) => line === undefined && code !== 'too_many_errors');
}

/** What a piece of an export tells the others: the ids that it defines and those that it only refers to. */
export interface ContentOutline {
  definitions: Record<string, string[]>;
  /** Transactions that it defines. */
  transactions: string[];
  /** The first reference to each id that the piece does not define. */
  open: { type: string; kind: string; id: string; line: number }[];
}

/** What preflight finds in an NDJSON export. */
export interface NdjsonReport {
  kind: 'ndjson';
  rowsCount: number;
  validRowsCount: number;
  invalidRowsCount: number;
  entityCounts: Record<string, number>;
  recordTypeCounts: Record<string, number>;
  errors: Problem[];
  errorsCount: number;
  warnings: Warning[];
  /** Only for a piece (`partial`). */
  outline?: ContentOutline;
}

/** Why content could not be read; common reasons have a code. @internal */
export const MALFORMED_REASONS = [
  'malformed',
  'unclosed_quote',
  'malformed_xml',
  'damaged_zip',
  'locked_zip',
  'large_zip',
  'nested_zip',
  'nothing_in_zip',
  'several_kinds',
  'empty_workbook',
] as const;
type MalformedReason = (typeof MALFORMED_REASONS)[number] | FileKind;

/** The text cannot be read as CSV at all: answered with 422 `invalid_csv`, never as a finding. */
export class MalformedCsvError extends Error {
  readonly line: number;
  readonly reason: MalformedReason;
  /** Settings under which the text is CSV, by request field. */
  suggestions: Record<string, Suggestion> = {};

  constructor(message: string, line: number, reason: MalformedReason = 'malformed') {
    super(message);
    this.name = 'MalformedCsvError';
    this.line = line;
    this.reason = reason;
  }
}

/** The result of reading a text, or why it cannot be read. */
export function orMalformed<Read>(read: () => Read): Read | MalformedCsvError {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedCsvError) return error;
    throw error;
  }
}

/** The content is of another format altogether. The message says which, and what to do about it. */
export class OtherFormatError extends MalformedCsvError {
  constructor(kind: FileKind) {
    super(`The content is ${FILE_KINDS[kind]}.`, 1, kind);
    this.name = 'OtherFormatError';
  }
}
