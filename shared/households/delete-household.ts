import type { Sql, Tx } from '../postgres/connect.ts';

/** Of these a household may have many rows. Those that refer to others come first; all else goes with the household. */
const LARGE_TABLES = [
  'changes',
  'transactions',
  'trades',
  'holdings',
  'balances',
  'valuations',
  'import_rows',
  'undo_kept',
  'idempotency_keys',
] as const;

/** Rows of one statement: a transaction takes about half a millisecond, as much is looked up that may refer to it. */
const BATCH = 2000;

/** Ends what writes to a household: its keys open nothing, its connections are gone, who holds a lease has lost it. */
export async function closeHousehold(tx: Tx, householdId: string): Promise<void> {
  await tx`delete from api_keys where household_id = ${householdId}`;
  await tx`delete from leases where household_id = ${householdId}`;
  await tx`
    delete from holds
    where (scope = 'household' and target = ${householdId})
      or (
        scope = 'connection'
        and target = any(
          select id::text from provider_connections where household_id = ${householdId}
        )
      )`;
  await tx`delete from provider_connections where household_id = ${householdId}`;
}

async function deleteBatch(sql: Sql, householdId: string, table: string): Promise<number> {
  return sql.begin(async (tx) => {
    // Some rows of many look cheapest from the start of the table, where soon only deleted ones are left.
    await tx`set local enable_seqscan = off`;
    const { count } = await tx`
      delete from ${tx(table)}
      -- A place says which row it is within one partition alone.
      where household_id = ${householdId}
        and ctid = any(array(
          select ctid from ${tx(table)} where household_id = ${householdId} limit ${BATCH}
        ))`;
    return count;
  });
}

/**
 * Deletes a closed household and every row that is its own, in many short transactions: when it is stopped, the household
 * is still there, and the next call goes on. Returns how many rows of the large tables were deleted.
 */
export async function deleteHousehold(sql: Sql, householdId: string): Promise<number> {
  let rows = 0;
  for (const table of LARGE_TABLES) {
    let deleted = BATCH;
    while (deleted === BATCH) {
      deleted = await deleteBatch(sql, householdId, table);
      rows += deleted;
    }
  }
  await sql.begin(async (tx) => {
    await tx`delete from households where id = ${householdId}`;
    // What a request that had begun before still logged: no foreign key holds these lines.
    await tx`delete from changes where household_id = ${householdId}`;
  });
  return rows;
}
