import type { AnySql, Tx } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';

/** The first death may be of anything; a later one counts when the run was at risk. */
const counted = (tx: Tx) => ({
  deaths: tx`deaths + case when deaths = 0 or at_risk then 1 else 0 end`,
  atRisk: false,
});

/**
 * Counts a worker that vanished during a run: for the account it was reading, else for the run. The next checkpoint
 * resets the count.
 */
export async function countDeath(tx: Tx, householdId: string, syncId: string): Promise<void> {
  const { count } = await tx`
    update sync_accounts
    set ${tx(counted(tx) as never)}
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
  if (count === 0) await updateRow(tx, 'syncs', householdId, syncId, counted(tx));
}

/**
 * Records whether a worker now does what may have ended an earlier one: with an account of a run, or with a run that
 * does not know its accounts yet.
 */
export async function setAtRisk(
  sql: AnySql,
  table: 'sync_accounts' | 'syncs',
  householdId: string,
  id: string,
  atRisk: boolean,
): Promise<void> {
  await updateRow(sql, table, householdId, id, { atRisk });
}
