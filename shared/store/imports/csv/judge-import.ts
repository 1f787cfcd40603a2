import type { Tx } from '../../../db/connect.ts';
import type { CsvImportType } from '../../../imports/report.ts';
import { countImportVerdicts } from '../imports.ts';
import { judgeTransactions } from './judge-transactions.ts';
import { resolveRowAccounts } from './row-accounts.ts';
import type { CsvScope } from './scope.ts';

/** Says of every row what publishing would make of it now, and counts the verdicts. */
export async function judgeImport(tx: Tx, scope: CsvScope, type: CsvImportType): Promise<void> {
  await resolveRowAccounts(tx, scope);
  if (isOfTransactions(type)) await judgeTransactions(tx, scope);
  await countImportVerdicts(tx, scope.householdId, scope.importId);
}

/** Whether the rows of the type become transactions. */
export function isOfTransactions(type: CsvImportType): boolean {
  return type === 'TransactionImport' || type.startsWith('BudgetApp');
}
