import type { FieldKey } from './field-key.ts';
import type { LabelSetting } from '../csv/settings.ts';
import type { CsvImportType } from '../report.ts';
import type { Problem } from '../problem-list.ts';
import type { Understand } from './row-values.ts';

type FieldKind = 'date' | 'amount' | 'quantity' | 'price' | 'currency' | 'text';

export interface FieldSpec {
  key: FieldKey;
  kind: FieldKind;
  /** Each row must have a value here, and the header must have the column. */
  required?: boolean;
  /** The request field that names the column; some columns have none. */
  setting?: LabelSetting;
  /** Label that the type fills in when none is sent; otherwise the bare key is looked for. */
  defaultLabel?: string;
  /** The column is only read when the client names it. */
  onlyNamed?: boolean;
  /** The column is left alone when the client names that of this setting. */
  unlessSent?: LabelSetting;
  /** Normalised headers that count as the bare key. */
  aliases?: readonly string[];
  /** Characters that a text may have; absent where the type looks at the text itself. */
  lengthMax?: number;
}

/** Everything that sets one CSV import type apart. */
export interface CsvTypeSpec {
  type: CsvImportType;
  /** Required fields come first, in the order in which missing ones are reported. */
  fields: readonly FieldSpec[];
  /** Format of the app whose export this is: known, so preferred and never called a tie. */
  dateFormat?: string;
  /** More rows than this are many for the type: a warning, as it may be the wrong content. They can be published. 10,000 by default. */
  usualRowsMax?: number;
  /** Headers of two unsigned columns that may stand in for the amount column. */
  splitAmount?: { outflow: string; inflow: string };
  /** What the cells of a row mean together. */
  understand: Understand;
  /** A check across the cells of each row, created for every preflight. */
  rowCheck?: () => RowCheck;
}

/** The cells that the check of a row may ask for: text without outer blanks, empty when there is none. */
interface CheckedRow {
  line: number;
  cell(key: FieldKey): string;
  /** The header as written of the field's column. */
  header(key: FieldKey): string;
}

/** Checks that need more than one cell, or more than one row. */
export interface RowCheck {
  row(row: CheckedRow, report: (problem: Problem) => void): void;
  /** After the last row. */
  end?(report: (problem: Problem) => void): void;
}
