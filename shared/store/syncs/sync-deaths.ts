import type { Tx } from '../../db/connect.ts';

/**
 * Counts a worker that vanished during a run: for the account it was reading, else for the run. The account's next
 * checkpoint resets its count.
 */
export async function countDeath(tx: Tx, householdId: string, syncId: string): Promise<void> {
  const counted = await tx`
    update sync_accounts
    set deaths = deaths + 1
    where household_id = ${householdId}
      and id = (
        select id
        from sync_accounts
        where household_id = ${householdId}
          and sync_id = ${syncId}
          and status = 'running'
        -- Accounts waiting for a limit are running as well; the one being read was updated last.
        order by updated_at desc, limited_until nulls first, position desc
        limit 1
      )`;
  if (counted.count > 0) return;
  await tx`
    update syncs
    set deaths = deaths + 1
    where household_id = ${householdId}
      and id = ${syncId}`;
}
