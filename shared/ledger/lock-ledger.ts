import type { Tx } from '../postgres/connect.ts';

/**
 * Takes the household's write lock until the transaction ends. Imports take it first, because they look up existing rows and then
 * add the missing ones to any account. It is not a lock on the household's row, so that renaming the household does not wait for an
 * import.
 */
export async function lockLedger(tx: Tx, householdId: string): Promise<void> {
  await tx`select pg_advisory_xact_lock(${lockKey(tx, householdId)})`;
}

/** The same for one account: waits for a holder of the whole ledger or of this account, not of other accounts. */
export async function lockAccountLedger(
  tx: Tx,
  householdId: string,
  accountId: string,
): Promise<void> {
  await tx`select pg_advisory_xact_lock_shared(${lockKey(tx, householdId)})`;
  await tx`select pg_advisory_xact_lock(${lockKey(tx, accountId)})`;
}

const lockKey = (tx: Tx, id: string) => tx`hashtextextended('ledger ' || ${id}::text, 0)`;
