import { recordsOf } from '../postgres/household-rows.ts';
import type { AnySql, Tx } from '../postgres/connect.ts';
import type { RunError } from '../queue/runs/run-kind.ts';
import { rowOrNull } from '../postgres/rows.ts';

/** The run that deletes a household, and the receipt: it keeps nothing that the household held. */
export interface HouseholdDeletion {
  id: string;
  householdId: string;
  status: 'queued' | 'running' | 'completed' | 'failed';
  /** Rows that existed when the work began; null before that. */
  rowsTotal: number | null;
  rowsDeleted: number;
  counts: Readonly<Record<string, number>>;
  error: RunError | null;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  updatedAt: Date;
}

const columns = (sql: AnySql) => sql`
  id, household_id, status, rows_total, rows_deleted, counts, error,
  created_at, started_at, finished_at, updated_at`;

const deletions = recordsOf<HouseholdDeletion>('household_deletions', columns, {
  owner: 'platform_id',
});

/** The deletion of a household that a platform had, or null. */
export function findDeletionOf(sql: AnySql, platformId: string, householdId: string) {
  return rowOrNull(sql<HouseholdDeletion[]>`
    select ${columns(sql)}
    from household_deletions
    where platform_id = ${platformId}
      and household_id = ${householdId}`);
}

export const findDeletion = deletions.find;

export const listDeletions = deletions.list;

/** Queues the deletion of a household. The caller commits, then adds its job. */
export async function insertDeletion(
  tx: Tx,
  platformId: string | null,
  householdId: string,
): Promise<HouseholdDeletion> {
  const [row] = await tx<[HouseholdDeletion]>`
    insert into household_deletions (household_id, platform_id)
    values (${householdId}, ${platformId})
    returning ${columns(tx)}`;
  return row;
}

/** Queues the deletion of a household again; one that has not ended just continues. Null: it is completed, or there is none. */
export function requeueDeletion(tx: Tx, householdId: string) {
  return rowOrNull(tx<HouseholdDeletion[]>`
    update household_deletions
    set status = case status when 'failed' then 'queued' else status end,
      error = null,
      deaths = 0,
      finished_at = null,
      updated_at = now()
    where household_id = ${householdId}
      and status <> 'completed'
    returning ${columns(tx)}`);
}

/** Begins the work of a deletion, or continues it. */
export async function beginDeletion(
  tx: Tx,
  householdId: string,
  countRows: () => Promise<number>,
): Promise<void> {
  const [begun] = await tx<{ rowsTotal: number | null }[]>`
    update household_deletions
    set status = 'running',
      started_at = coalesce(started_at, now()),
      updated_at = now()
    where household_id = ${householdId}
    returning rows_total`;
  if (begun?.rowsTotal !== null) return;
  await tx`
    update household_deletions
    set rows_total = ${await countRows()}
    where household_id = ${householdId}`;
}

/** Adds to the count of rows that this transaction deletes. Does nothing for a household that is deleted without a run. */
export async function countDeleted(
  tx: Tx,
  householdId: string,
  table: string,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  await tx`
    update household_deletions
    set rows_deleted = rows_deleted + ${rows},
      counts = counts || jsonb_build_object(${table}::text, coalesce((counts ->> ${table})::integer, 0) + ${rows}),
      deaths = 0,
      updated_at = now()
    where household_id = ${householdId}`;
}

/** Ends the deletion; its row stays as the receipt. */
export async function endDeletion(tx: Tx, householdId: string): Promise<void> {
  await tx`
    update household_deletions
    set status = 'completed', finished_at = now(), updated_at = now()
    where household_id = ${householdId}`;
}
