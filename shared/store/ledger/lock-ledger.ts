import type { Tx } from '../../db/connect.ts';

/**
 * The household's write lock, held until the transaction ends. Whoever asks the ledger which rows it has and then
 * adds those that it lacks takes it first: imports and the reconciling of syncs. It is not a lock of the household's
 * row, so that a change of its name does not wait for an import.
 */
export async function lockLedger(tx: Tx, householdId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtextextended('ledger ' || ${householdId}::text, 0))`;
}
