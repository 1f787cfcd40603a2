import type { Tx } from '../../../db/connect.ts';
import type { CsvScope, Written } from './scope.ts';
import type { Undone } from './undo-records.ts';

/** What is done with the rows of a type. */
export interface Publisher {
  /** The table that new rows become records of. */
  table: string;
  /** Says of every row whether the ledger has it. */
  judge(tx: Tx, scope: CsvScope): Promise<void>;
  /** Writes judged rows, and notes what undo needs. */
  write(tx: Tx, scope: CsvScope): Promise<Written>;
  /** Removes the records that rows became. */
  remove(tx: Tx, scope: CsvScope): Promise<Undone>;
  /** Puts back what rows changed. */
  restore(tx: Tx, scope: CsvScope): Promise<Undone>;
}
