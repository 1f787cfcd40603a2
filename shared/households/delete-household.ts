import type { Sql, Tx } from '../postgres/connect.ts';
import { countRows } from '../postgres/page.ts';
import { retryDeadlocks } from '../postgres/retry-deadlocks.ts';
import { deleteHouseholdRun, RUN_KINDS, syncConnectionJob } from '../queue/runs/kinds.ts';
import { failRunsOf } from '../queue/runs/run-store.ts';
import { countDeleted, endDeletion } from './household-deletions.ts';
import { lockHousehold } from './households.ts';

/** Tables of which a household may have many rows, referring tables first. All other rows go with the household. */
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
  'webhook_deliveries',
] as const;

/** Runs that would keep writing; syncs go with their connections. */
const ENDED_KINDS = RUN_KINDS.filter(
  (kind) => kind !== syncConnectionJob && kind !== deleteHouseholdRun,
);

/** Rows per statement: one takes about half a millisecond, because references to it are looked up. */
const BATCH = 2000;

type Write = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;

/** Deletes a household right away, without a run to follow. Returns how many rows the large tables had. */
export async function deleteHouseholdNow(sql: Sql, householdId: string): Promise<number> {
  const write: Write = async (work) => {
    const { done } = await retryDeadlocks(() =>
      sql.begin(async (tx) => ({ done: await work(tx) })),
    );
    return done;
  };
  await write(async (tx) => {
    await lockOut(tx, householdId);
    await endWork(tx, householdId);
  });
  return deleteHousehold(householdId, write);
}

/** Closes all access to a household: its keys are deleted, its users inactive, and no platform owns it. */
export async function lockOut(tx: Tx, householdId: string): Promise<void> {
  await tx`update households set platform_id = null where id = ${householdId}`;
  // A request that was let in earlier could still make a key.
  await tx`update users set active = false where household_id = ${householdId}`;
  await tx`delete from api_keys where household_id = ${householdId}`;
}

/** Stops all work on a household: its runs fail, its connections are deleted, and lease holders lose their leases. */
export async function endWork(tx: Tx, householdId: string): Promise<void> {
  await tx`
    delete from leases
    where household_id = ${householdId}
      and kind <> ${deleteHouseholdRun.lease}`;
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
  const error = { code: 'household_deleted', message: 'The household is being deleted.' };
  for (const kind of ENDED_KINDS) await failRunsOf(tx, kind, householdId, error);
}

/** How many rows the household has in the large tables. */
export async function countHouseholdRows(tx: Tx, householdId: string): Promise<number> {
  let rows = 0;
  for (const table of LARGE_TABLES) {
    rows += await countRows(tx, tx`from ${tx(table)} where household_id = ${householdId}`);
  }
  return rows;
}

async function deleteBatch(tx: Tx, householdId: string, table: string): Promise<number> {
  // Deletions take turns: the operator's command may race a worker.
  if (!(await lockHousehold(tx, householdId))) return 0;
  // For a few rows of many the planner may scan from the start of the table, which soon holds only deleted rows.
  await tx`set local enable_seqscan = off`;
  const { count } = await tx`
    delete from ${tx(table)}
    -- A ctid identifies a row only within one partition.
    where household_id = ${householdId}
      and ctid = any(array(
        select ctid from ${tx(table)} where household_id = ${householdId} limit ${BATCH}
      ))`;
  return count;
}

/**
 * Deletes a household that is locked out, with all its rows, in many short transactions. If interrupted, the household still
 * exists, and the next call continues. The last transaction ends the deletion's run, if there is one. Returns how many rows of the
 * large tables were deleted.
 */
export async function deleteHousehold(
  householdId: string,
  write: Write,
  check: () => Promise<void> = () => Promise.resolve(),
): Promise<number> {
  let rows = 0;
  for (const table of LARGE_TABLES) {
    let deleted = BATCH;
    while (deleted === BATCH) {
      await check();
      deleted = await write(async (tx) => {
        const count = await deleteBatch(tx, householdId, table);
        await countDeleted(tx, householdId, table, count);
        return count;
      });
      rows += deleted;
    }
  }
  await write(async (tx) => {
    if (!(await lockHousehold(tx, householdId))) return;
    const accounts = await countRows(tx, tx`from accounts where household_id = ${householdId}`);
    await countDeleted(tx, householdId, 'accounts', accounts);
    await endDeletion(tx, householdId);
    await tx`delete from households where id = ${householdId}`;
    // Lines that an earlier request logged meanwhile: no foreign key covers them.
    await tx`delete from changes where household_id = ${householdId}`;
  });
  return rows;
}
