import type { Tx } from '../../../db/connect.ts';
import type { CsvImportType } from '../../../imports/report.ts';
import { judgeTransactions } from './judge-transactions.ts';
import type { CsvScope, Written } from './scope.ts';
import { removeTransactions, restoreTransactions } from './undo-transactions.ts';
import type { Undone } from './undo-records.ts';
import { writeTransactions } from './write-transactions.ts';

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

const transactions: Publisher = {
  table: 'transactions',
  judge: judgeTransactions,
  write: writeTransactions,
  remove: removeTransactions,
  restore: restoreTransactions,
};

/** The types that can be published. */
export const PUBLISHERS: Readonly<Partial<Record<CsvImportType, Publisher>>> = {
  TransactionImport: transactions,
  BudgetAppOneImport: transactions,
  BudgetAppTwoImport: transactions,
  BudgetAppThreeImport: transactions,
};
