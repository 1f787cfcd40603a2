import type { Problem } from '../problem-list.ts';
import type { FieldKey } from './field-key.ts';

/** The cells that the check of a row may ask for: text without outer blanks, empty when there is none. */
export interface CheckedRow {
  line: number;
  cell(key: FieldKey): string;
  /** The header as written of the field's column. */
  header(key: FieldKey): string;
}

/** Checks that need more than one cell, or more than one row. */
export interface RowCheck {
  row(row: CheckedRow, report: (problem: Problem) => void): void;
  /** After the last row. */
  end(report: (problem: Problem) => void): void;
}
