import { listTransactionChanges } from '../../shared/changes/transaction-changes.ts';
import type { TransactionChange } from '../../shared/changes/transaction-changes.ts';
import type { Sql } from '../../shared/postgres/connect.ts';

/** The log of a transaction, the oldest first. */
export async function changesOf(
  sql: Sql,
  householdId: string,
  transactionId: string,
): Promise<TransactionChange[]> {
  const page = { page: 1, perPage: 1000 };
  const { rows } = await listTransactionChanges(sql, householdId, transactionId, page);
  return [...rows].reverse();
}
