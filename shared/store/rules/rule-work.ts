import type { PendingQuery, Row } from 'postgres';
import type { AnySql, Tx } from '../../db/connect.ts';
import { TRANSFER_WINDOW_DAYS } from '../../rules/transfer-kinds.ts';
import { ofHousehold } from '../of-household.ts';

/**
 * What syncs and imports changed and the rules have not seen yet. It is written in the transaction that changes the
 * rows, claimed by the next scheduled run and deleted at its end, so that no row is passed over.
 */

/** A statement's last part: notes the rows (their `id`) of a CTE that it wrote. */
export function insertRuleWorkOf(
  sql: AnySql,
  householdId: string,
  written: PendingQuery<Row[]>,
): PendingQuery<Row[]> {
  return sql`
    insert into rule_work (household_id, transaction_ids)
    select ${householdId}::uuid, array_agg(id)
    from ${written}
    having count(*) > 0`;
}

/** Notes all transactions of an import session. */
export async function insertRuleWorkOfSession(
  tx: AnySql,
  householdId: string,
  sessionId: string,
): Promise<void> {
  await tx`
    insert into rule_work (household_id, import_session_id)
    values (${householdId}, ${sessionId})`;
}

/** Notes what a CSV import made or updated. */
export async function insertRuleWorkOfImport(
  tx: AnySql,
  householdId: string,
  importId: string,
): Promise<void> {
  await tx`
    insert into rule_work (household_id, transaction_ids)
    select ${householdId}::uuid, array_agg(case verdict when 'new' then record_id else of_id end)
    from import_rows
    where household_id = ${householdId}
      and import_id = ${importId}
      and verdict in ('new', 'update')
    having count(*) > 0`;
}

/** Notes these transactions, for a run that is under way or (null) for the next one. */
export async function insertRuleWork(
  tx: AnySql,
  householdId: string,
  runId: string | null,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx`
    insert into rule_work (household_id, rule_run_id, transaction_ids)
    values (${householdId}, ${runId}, ${ids as string[]}::uuid[])`;
}

/** Gives what waits to a run. */
export async function claimRuleWork(tx: Tx, householdId: string, runId: string): Promise<void> {
  await tx`
    update rule_work
    set rule_run_id = ${runId}
    where household_id = ${householdId} and rule_run_id is null`;
}

/** Takes the work of a run back, for the next one. */
export async function releaseRuleWork(tx: Tx, householdId: string, runId: string): Promise<void> {
  await tx`
    update rule_work
    set rule_run_id = null
    where household_id = ${householdId} and rule_run_id = ${runId}`;
}

/** Deletes the work of a run; of no run (null): what waits in a household without rules. */
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
 * The transactions that a run claimed, each once, in the order of their ids. With transfers those that could be their
 * other side come along: opposite amount, same currency, a few days apart.
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
