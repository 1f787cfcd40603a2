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
  /** The label that the type assumes when none is sent; without one, the bare key is looked for. */
  defaultLabel?: string;
  /** The column is only read when the client names it. */
  onlyNamed?: boolean;
  /** The column is ignored when the client names the column of this setting. */
  unlessSent?: LabelSetting;
  /** Normalised headers that are equivalent to the bare key. */
  aliases?: readonly string[];
  /** How many characters a text may have; absent where the type checks the text itself. */
  lengthMax?: number;
  /** Which texts mean something. The import has a default for others, or refuses them; a warning says how many there are. */
  known?: {
    warning: 'unknown_account_type' | 'unknown_color' | 'unknown_state' | 'refused_actions';
    isIt: (text: string) => boolean;
    /** Others are only odd where most rows have such a text, or where no row has and there are several others. */
    isMostly?: true;
  };
}

/** Everything that distinguishes one CSV import type. */
export interface CsvTypeSpec {
  type: CsvImportType;
  /** Required fields come first, in the order in which missing ones are reported. */
  fields: readonly FieldSpec[];
  /** The date format of the app whose export this is: known, so preferred, and never considered a tie. */
  dateFormat?: string;
  /** More rows than this get a warning that it may be the wrong content; they can be published. Default: 10,000. */
  usualRowsMax?: number;
  /** Headers of two unsigned columns that may stand in for the amount column. */
  splitAmount?: { outflow: string; inflow: string };
  /** What the cells of a row mean in combination. */
  understand: Understand;
  /** A check across the cells of each row, created for every preflight. */
  rowCheck?: () => RowCheck;
}

/** The cells that a row check may ask for: trimmed text, empty when there is none. */
interface CheckedRow {
  line: number;
  cell(key: FieldKey): string;
  /** The header of the field's column, as written. */
  header(key: FieldKey): string;
}

/** A check that needs more than one cell, or more than one row. */
export interface RowCheck {
  row(row: CheckedRow, report: (problem: Problem) => void): void;
  /** Called after the last row. */
  end?(report: (problem: Problem) => void): void;
}
