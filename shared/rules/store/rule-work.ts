import type { AnySql, Fragment, Tx } from '../../postgres/connect.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import { ofHousehold } from '../../postgres/plans.ts';
import { hasRows } from '../../postgres/rows.ts';

/**
 * What syncs and imports changed and rules have not processed yet. It is written in the transaction that changes the rows, claimed
 * by the next scheduled run and deleted at its end, so that no row is missed.
 */

/** The last part of a statement: records the rows (their `id`) that a CTE wrote. */
export function insertRuleWorkOf(sql: AnySql, householdId: string, written: Fragment): Fragment {
  return sql`
    insert into rule_work (household_id, transaction_ids)
    select ${householdId}::uuid, array_agg(id)
    from ${written}
    having count(*) > 0`;
}

/** Records all transactions of an import session. */
export async function insertRuleWorkOfSession(
  tx: AnySql,
  householdId: string,
  sessionId: string,
): Promise<void> {
  await tx`
    insert into rule_work (household_id, import_session_id)
    values (${householdId}, ${sessionId})`;
}

/** Records what a CSV import created or updated. */
export async function insertRuleWorkOfImport(
  tx: AnySql,
  householdId: string,
  importId: string,
): Promise<void> {
  await tx`
    insert into rule_work (household_id, source_id, transaction_ids)
    select ${householdId}::uuid, ${importId}::uuid, array_agg(case verdict when 'new' then record_id else of_id end)
    from import_rows
    where household_id = ${householdId}
      and import_id = ${importId}
      and verdict in ('new', 'update')
    having count(*) > 0`;
}

/**
 * Records these transactions, for a run in progress or (null) for the next one.
 * @param sourceId the import that they are due to, if not that of the run
 */
export async function insertRuleWork(
  tx: AnySql,
  householdId: string,
  runId: string | null,
  ids: readonly string[],
  sourceId: string | null = null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    insert into rule_work (household_id, rule_run_id, source_id, transaction_ids)
    values (
      ${householdId}, ${runId},
      coalesce(${sourceId}, (select source_id from rule_runs where household_id = ${householdId} and id = ${runId})),
      ${ids as string[]}::uuid[])`;
}

/** The import or session that a piece of work comes from; null: a sync or a person. */
const sourceOf = (sql: AnySql) => sql`coalesce(source_id, import_session_id)`;

/**
 * Assigns a run the waiting work of one source: one that it already has work of, else the one that has waited longest. So
 * everything that the run writes is due to that import, which is stored on the run. Returns its id, or null.
 */
export async function claimRuleWork(
  tx: Tx,
  householdId: string,
  runId: string,
): Promise<string | null> {
  const [next] = await tx<{ sourceId: string | null }[]>`
    select ${sourceOf(tx)} as source_id
    from rule_work
    where household_id = ${householdId} and (rule_run_id is null or rule_run_id = ${runId})
    order by rule_run_id is null, created_at, id
    limit 1`;
  const sourceId = next?.sourceId ?? null;
  await tx`
    update rule_runs
    set source_id = ${sourceId}
    where household_id = ${householdId} and id = ${runId}`;
  await tx`
    update rule_work
    set rule_run_id = ${runId}
    where household_id = ${householdId} and rule_run_id is null and ${sourceOf(tx)} is not distinct from ${sourceId}::uuid`;
  return sourceId;
}

/** Whether unassigned work is waiting, of imports or of any source. A sync starts a run for its own work when it ends. */
export function hasWaitingRuleWork(
  tx: Tx,
  householdId: string,
  { ofImports }: { ofImports: boolean },
) {
  return hasRows(tx`
    select 1
    from rule_work
    where household_id = ${householdId}
      and rule_run_id is null
      ${ofImports ? tx`and ${sourceOf(tx)} is not null` : tx``}
    limit 1`);
}

/**
 * Cancels an import's work for rules, including a run that is processing it: its worker's next write finds the run gone. Returns
 * whether there was such a run.
 */
export async function endRuleWorkOf(
  tx: Tx,
  householdId: string,
  sourceId: string,
): Promise<boolean> {
  const runs = tx`
    from rule_runs
    where household_id = ${householdId} and source_id = ${sourceId} and status in ('queued', 'running')`;
  // Locked first, as the run's own writes do; checked again after the work, which a run may just have claimed.
  await tx`select 1 ${runs} for update`;
  await tx`
    delete from rule_work
    where household_id = ${householdId} and ${sourceOf(tx)} = ${sourceId}`;
  const { count } = await tx`delete ${runs}`;
  return count > 0;
}

/** Releases the work of a run for a later one, behind other waiting work. */
export async function releaseRuleWork(tx: Tx, householdId: string, runId: string): Promise<void> {
  await tx`
    update rule_work
    set rule_run_id = null, created_at = clock_timestamp()
    where household_id = ${householdId} and rule_run_id = ${runId}`;
}

/** Deletes the work of a run, or with null the work that waits in a household without rules. */
export async function deleteRuleWork(
  tx: AnySql,
  householdId: string,
  runId: string | null,
): Promise<void> {
  await tx`
    delete from rule_work
    where household_id = ${householdId} and rule_run_id is not distinct from ${runId}::uuid`;
}

/**
 * The transactions that a run claimed, without duplicates, ordered by id. With transfers also those that could be their other side:
 * opposite amount, same currency, a few days apart.
 */
export async function listClaimedTransactionIds(
  sql: AnySql,
  householdId: string,
  runId: string,
  options: { withCounterparts: boolean },
): Promise<string[]> {
  const claimed = sql`
    select unnest(transaction_ids) as id
    from rule_work
    where household_id = ${householdId} and rule_run_id = ${runId}
    union
    select t.id
    from rule_work w
    join transactions t on t.${ofHousehold(sql, householdId)} and t.import_session_id = w.import_session_id
    where w.household_id = ${householdId} and w.rule_run_id = ${runId}`;
  const counterparts = sql`
    union
    select c.id
    from (${claimed}) claimed
    join transactions t on t.${ofHousehold(sql, householdId)} and t.id = claimed.id
    join accounts a on a.household_id = t.household_id and a.id <> t.account_id
    join transactions c on c.account_id = a.id
      and c.${ofHousehold(sql, householdId)}
      and c.amount = -t.amount
      and c.currency = t.currency
      and c.date between t.date - ${TRANSFER_WINDOW_DAYS}::integer and t.date + ${TRANSFER_WINDOW_DAYS}::integer
      and c.removed_at is null
    where t.amount <> 0`;
  const rows = await sql<{ id: string }[]>`
    select id
    from (${claimed} ${options.withCounterparts ? counterparts : sql``}) looked_at
    order by id`;
  return rows.map(({ id }) => id);
}
