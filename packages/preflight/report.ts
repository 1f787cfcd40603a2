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

/** CSV content of exactly this many bytes still passes. */
export const CSV_BYTES_MAX = 10 * 1024 * 1024;

export type ImportType = (typeof ACCEPTED_IMPORT_TYPES)[number];
export type CsvImportType = Exclude<ImportType, 'NativeImport'>;

/** One suggested setting and how sure we are of it, 0 to 1. */
export interface Suggestion {
  value: string | number | boolean;
  confidence: number;
}

/** A row as it was understood, and the physical line on which it starts. */
export interface SampleRow extends RowValues {
  line: number;
}

/** What preflight finds in a CSV. Snake_case is left to the API's presenter. */
export interface CsvReport {
  kind: 'csv';
  rowsCount: number;
  /** How many of them `skip_incomplete_rows` leaves out; absent when it was not asked for. */
  skippedRowsCount?: number;
  /** The file has statements and no table: the headers are those of the table that its bookings were written into. */
  isStatement?: true;
  headers: string[];
  requiredHeaders: string[];
  missingRequiredHeaders: string[];
  errors: Problem[];
  errorsCount: number;
  warnings: Warning[];
  /** The first rows as understood; absent unless `sample_rows` asks for them. */
  sample?: SampleRow[];
  /** Request field name (col_sep, date_format, date_col_label…) to suggestion; absent when nothing differs. */
  suggestions?: Record<string, Suggestion>;
  /** What the reading of a statement rests on; absent for other types, and without the needed columns. */
  evidence?: Evidence;
  /** The settings of the reading, and those of them that no person chose; absent when a setting is wrong. */
  settings?: Record<string, string | number | boolean>;
  inferredSettings?: string[];
}

/** What is wrong with the content as a whole; the errors of rows have a line. */
export function problemsOfFile({ errors = [] }: Partial<Pick<CsvReport, 'errors'>>): Problem[] {
  return errors.filter(({ line, code }) => line === undefined && code !== 'too_many_errors');
}

/** What a piece of an export says about itself to the others: the ids it defines and those it only names. */
export interface ContentOutline {
  definitions: Record<string, string[]>;
  /** Transactions that it defines. */
  transactions: string[];
  /** The first place of each id that the piece does not define. */
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
  /** Only of a piece (`partial`). */
  outline?: ContentOutline;
}

/** Why content could not be read, as a code where it is common. @internal */
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

/** The text could not be read as CSV at all: answered with 422 `invalid_csv`, never as a finding. */
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

/** What is read of a text, or why it could not be read. */
export function orMalformed<Read>(read: () => Read): Read | MalformedCsvError {
  try {
    return read();
  } catch (error) {
    if (error instanceof MalformedCsvError) return error;
    throw error;
  }
}

/** The content is of another format altogether. Its message says which, and what to do about it. */
export class OtherFormatError extends MalformedCsvError {
  constructor(kind: FileKind) {
    super(`The content is ${FILE_KINDS[kind]}.`, 1, kind);
    this.name = 'OtherFormatError';
  }
}
