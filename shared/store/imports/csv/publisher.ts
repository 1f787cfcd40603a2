import type { Tx } from '../../../db/connect.ts';
import type { CsvScope, Written } from './scope.ts';

/** How the rows of a type are judged and published. */
export interface Publisher {
  /** Decides for every row whether the ledger has it. */
  judge(tx: Tx, scope: CsvScope): Promise<void>;
  /** Writes judged rows. */
  write(tx: Tx, scope: CsvScope): Promise<Written>;
}
