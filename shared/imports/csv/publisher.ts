import type { Tx } from '../../postgres/connect.ts';
import type { CsvScope, Written } from './scope.ts';

/** Called with the number of rows written since the last call. */
export type OnWritten = (rows: number) => void;

/** How the rows of a type are judged and published. */
export interface Publisher {
  /**
   * Whether only rows of the same amount match in this import: then after a change only rows of the amounts concerned
   * are judged again. Default: no.
   */
  matchesByAmount?(tx: Tx, scope: CsvScope): Promise<boolean>;
  /** Decides for every row whether the ledger has it. */
  judge(tx: Tx, scope: CsvScope): Promise<void>;
  /** Writes judged rows. */
  write(tx: Tx, scope: CsvScope, onWritten: OnWritten): Promise<Written>;
}
