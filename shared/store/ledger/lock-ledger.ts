import type { Tx } from '../../db/connect.ts';

/**
 * Takes the household's write lock until the transaction ends. Imports and sync reconciliation, which look up
 * existing rows and then add missing ones, take it first. It is separate from the household's row, so that renaming
 * the household does not wait for an import.
 */
export async function lockLedger(tx: Tx, householdId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('ledger ' || ${householdId}::text, 0))`;
}
