import type { AnySql } from '../../db/connect.ts';
import { readPage } from '../page.ts';
import type { Page, PageRequest } from '../page.ts';

export type LiveSyncStatus = 'queued' | 'running';
export type FinalSyncStatus =
  'completed' | 'completed_with_errors' | 'rate_limited' | 'failed' | 'cancelled' | 'stale';
export type SyncStatus = LiveSyncStatus | FinalSyncStatus;
export type SyncTrigger = 'manual' | 'scheduled' | 'connection';

/** A finding of a run or of one of its accounts. Fixed sentences: never the provider's own text. */
export interface SyncNote {
  code: string;
  message: string;
  /** How many rows it concerns, where it concerns rows. */
  count?: number;
}

export interface Sync {
  id: string;
  householdId: string;
  connectionId: string;
  trigger: SyncTrigger;
  status: SyncStatus;
  errors: SyncNote[];
  warnings: SyncNote[];
  discoveredAt: Date | null;
  waitingUntil: Date | null;
  deadlineAt: Date;
  cancelRequestedAt: Date | null;
  fencedWrites: number;
  /** Workers that vanished over it while they read no account. */
  deaths: number;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

const columns = (sql: AnySql) => sql`
  id,
  household_id as "householdId",
  connection_id as "connectionId",
  trigger,
  status,
  errors,
  warnings,
  discovered_at as "discoveredAt",
  waiting_until as "waitingUntil",
  deadline_at as "deadlineAt",
  cancel_requested_at as "cancelRequestedAt",
  fenced_writes as "fencedWrites",
  deaths,
  started_at as "startedAt",
  finished_at as "finishedAt",
  created_at as "createdAt",
  updated_at as "updatedAt"`;

/** How long a run may live, its waits included. */
const DEADLINE_MS = 6 * 3600 * 1000;

/**
 * Writes a queued run, or joins the live one: the unique index decides, so two requests at once still
 * make one run. The caller commits and then adds the job.
 */
export async function insertOrJoinSync(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  trigger: SyncTrigger,
  now: Date,
): Promise<{ sync: Sync; joined: boolean }> {
  const deadline = new Date(now.getTime() + DEADLINE_MS);
  // The live run may finish between the two statements; then the next insert wins.
  for (let tries = 0; tries < 5; tries += 1) {
    const [inserted] = await sql<Sync[]>`
      insert into syncs (household_id, connection_id, trigger, deadline_at, created_at, updated_at)
      values (${householdId}, ${connectionId}, ${trigger}, ${deadline}, ${now}, ${now})
      on conflict (connection_id) where status in ('queued', 'running') do nothing
      returning ${columns(sql)}`;
    if (inserted !== undefined) return { sync: inserted, joined: false };
    const live = await findLiveSync(sql, householdId, connectionId);
    if (live !== null) return { sync: live, joined: true };
  }
  throw new Error('a run kept starting and ending while this one was started');
}

/** The run of a connection that has not ended, if there is one. */
export async function findLiveSync(
  sql: AnySql,
  householdId: string,
  connectionId: string,
): Promise<Sync | null> {
  const [row] = await sql<Sync[]>`
    select ${columns(sql)}
    from syncs
    where household_id = ${householdId}
      and connection_id = ${connectionId}
      and status in ('queued', 'running')`;
  return row ?? null;
}

/** The run, or null for an unknown or foreign id. */
export async function findSync(sql: AnySql, householdId: string, id: string): Promise<Sync | null> {
  const [row] = await sql<Sync[]>`
    select ${columns(sql)}
    from syncs
    where household_id = ${householdId}
      and id = ${id}`;
  return row ?? null;
}

export interface SyncFilter {
  connectionId: string | undefined;
  status: SyncStatus | undefined;
}

/** One page of the runs that match, newest first. */
export async function listSyncs(
  sql: AnySql,
  householdId: string,
  { connectionId, status }: SyncFilter,
  page: PageRequest,
): Promise<Page<Sync>> {
  const matching = sql`
    from syncs
    where household_id = ${householdId}
    ${connectionId === undefined ? sql`` : sql`and connection_id = ${connectionId}`}
    ${status === undefined ? sql`` : sql`and status = ${status}`}`;
  return readPage(
    sql,
    page,
    matching,
    (window) => sql<Sync[]>`
    select ${columns(sql)} ${matching}
    order by created_at desc, id
    ${window}`,
  );
}

/** A worker begins or goes on with the run; false when it has ended meanwhile. */
export async function markRunning(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  const rows = await sql`
    update syncs
    set status = 'running',
      started_at = coalesce(started_at, ${now}),
      waiting_until = null,
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}
      and status in ('queued', 'running')
    returning id`;
  return rows.length > 0;
}

/** The run waits for a rate limit. */
export async function markWaiting(
  sql: AnySql,
  householdId: string,
  id: string,
  until: Date,
  now: Date,
): Promise<void> {
  await sql`
    update syncs
    set waiting_until = ${until},
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}
      and status = 'running'`;
}

/** The accounts of the run are known. */
export async function markDiscovered(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`
    update syncs
    set discovered_at = ${now},
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}`;
}

/** Ends the run; false when it had ended already. */
export async function finishSync(
  sql: AnySql,
  householdId: string,
  id: string,
  end: { status: FinalSyncStatus; errors: SyncNote[]; warnings?: SyncNote[]; now: Date },
): Promise<boolean> {
  const rows = await sql`
    update syncs
    set status = ${end.status},
      errors = ${sql.json(end.errors as never)},
      warnings = ${sql.json((end.warnings ?? []) as never)},
      waiting_until = null,
      finished_at = ${end.now},
      updated_at = ${end.now}
    where household_id = ${householdId}
      and id = ${id}
      and status in ('queued', 'running')
    returning id`;
  return rows.length > 0;
}

/**
 * Asks a live run to stop. One that no worker holds (queued, or waiting for a rate limit) ends at once;
 * else the worker looks between pages. Null: no such run.
 */
export async function requestCancel(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<Sync | null> {
  const [row] = await sql<Sync[]>`
    update syncs
    set cancel_requested_at = coalesce(cancel_requested_at, ${now}),
      status = case when status = 'queued' or waiting_until is not null then 'cancelled' else status end,
      finished_at = case when status = 'queued' or waiting_until is not null then ${now}::timestamptz end,
      waiting_until = null,
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}
      and status in ('queued', 'running')
    returning ${columns(sql)}`;
  return row ?? findSync(sql, householdId, id);
}

/** Whether a person asked the run to stop. */
export async function isCancelRequested(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<boolean> {
  const rows = await sql`
    select 1
    from syncs
    where household_id = ${householdId}
      and id = ${id}
      and cancel_requested_at is not null`;
  return rows.length > 0;
}

/** Counts a commit that was refused because a newer holder has the lease. */
export async function countFencedWrite(
  sql: AnySql,
  householdId: string,
  id: string,
): Promise<void> {
  await sql`
    update syncs
    set fenced_writes = fenced_writes + 1
    where household_id = ${householdId}
      and id = ${id}`;
}

/** The job of the run was handed to the queue. */
export async function markEnqueued(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<void> {
  await sql`
    update syncs
    set enqueued_at = ${now}
    where household_id = ${householdId}
      and id = ${id}`;
}

/**
 * Live runs that nobody works on: queued and not handed over, or running without a lease and not waiting.
 * Whether the queue still has their job is for the caller to ask. All households.
 */
export async function listForgottenSyncs(
  sql: AnySql,
  silentSince: Date,
  limit: number,
): Promise<{ id: string; householdId: string }[]> {
  return sql<{ id: string; householdId: string }[]>`
    select syncs.id,
      syncs.household_id as "householdId"
    from syncs
    left join leases lease
      on lease.household_id = syncs.household_id
      and lease.kind = 'sync'
      and lease.resource = syncs.connection_id
    where (
        status = 'queued'
        and (enqueued_at is null or enqueued_at < ${silentSince})
        and (enqueued_at is not null or syncs.created_at < ${silentSince}::timestamptz + interval '50 seconds')
      )
      or (
        status = 'running'
        and coalesce(waiting_until, syncs.updated_at) < ${silentSince}
        and coalesce(enqueued_at, syncs.created_at) < ${silentSince}
        and (lease.expires_at is null or lease.expires_at < clock_timestamp())
      )
    order by syncs.created_at
    limit ${limit}`;
}

/** Ends runs that began before an instant and have not ended. Returns how many. */
export async function markStaleSyncs(sql: AnySql, before: Date, now: Date): Promise<number> {
  const result = await sql`
    update syncs
    set status = 'stale',
      waiting_until = null,
      finished_at = ${now},
      updated_at = ${now}
    where status in ('queued', 'running')
      and created_at < ${before}`;
  return result.count;
}
