import type { Tx } from '../../postgres/connect.ts';
import type { CsvScope, Written } from './scope.ts';

/** Called with how many more rows are written. */
export type OnWritten = (rows: number) => void;

/** How the rows of a type are judged and published. */
export interface Publisher {
  /**
   * Whether no rows of different amounts match in this import: then only the rows of the amounts that a change
   * concerns are judged again. Default: never.
   */
  matchesByAmount?(tx: Tx, scope: CsvScope): Promise<boolean>;
  /** Decides for every row whether the ledger has it. */
  judge(tx: Tx, scope: CsvScope): Promise<void>;
  /** Writes judged rows. */
  write(tx: Tx, scope: CsvScope, onWritten: OnWritten): Promise<Written>;
}
