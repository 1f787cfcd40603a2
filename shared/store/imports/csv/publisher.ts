import type { Tx } from '../../../db/connect.ts';
import type { CsvScope, Written } from './scope.ts';
import type { Undone } from './undo-records.ts';

/** How the rows of a type are judged, published and undone. */
export interface Publisher {
  /** The table of the records that new rows become. */
  table: string;
  /** Decides for every row whether the ledger has it. */
  judge(tx: Tx, scope: CsvScope): Promise<void>;
  /** Writes judged rows and records what undo needs. */
  write(tx: Tx, scope: CsvScope): Promise<Written>;
  /** Removes the records created from rows. */
  remove(tx: Tx, scope: CsvScope): Promise<Undone>;
  /** Restores what rows changed. */
  restore(tx: Tx, scope: CsvScope): Promise<Undone>;
}
