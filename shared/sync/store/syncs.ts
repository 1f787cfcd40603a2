import type { SyncNote } from '../../ledger/account-link.ts';
import type { AnySql, Fragment } from '../../postgres/connect.ts';
import { recordsOf } from '../../postgres/household-rows.ts';
import type { HeldBy } from './holds.ts';
import { listRows, newestFirst, withRows } from '../../postgres/page.ts';
import type { Page, PageRequest } from '../../postgres/page.ts';
import { ProviderError } from '../client/errors.ts';
import { endAccounts, withAccounts } from './sync-accounts.ts';
import type { SyncAccount } from './sync-accounts.ts';
import { walkBy } from '../../postgres/walk.ts';
import type { Removed, WalkLeg, WalkPosition } from '../../postgres/walk.ts';
import { AHEAD_MAX } from '../../queue/turn.ts';
import { rowOrNull } from '../../postgres/rows.ts';

/** A scalar: the live runs of a household. Like the next one, it stops counting where more makes no difference. */
export function liveOfHousehold(sql: AnySql, householdId: Fragment): Fragment {
  return sql`(
    select count(*)::integer
    from (
      select 1
      from syncs
      where status in ('queued', 'running')
        and household_id = ${householdId}
      limit ${AHEAD_MAX}
    ) live
  )`;
}

/**
 * A scalar: the households with live runs at a bank; 0 if the bank is unknown. Counts households rather than runs, so that one with
 * many runs does not keep the others waiting.
 */
export function householdsAtBank(sql: AnySql, bank: Fragment): Fragment {
  return sql`(
    select count(*)::integer
    from (
      select household_id
      from syncs
      where status in ('queued', 'running')
        and bank is not null
        and bank = ${bank}
      group by household_id
      limit ${AHEAD_MAX}
    ) live
  )`;
}

/** The states of a run; in the first two it is live. */
export const SYNC_STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'rate_limited',
  'failed',
  'cancelled',
  'stale',
] as const;
type SyncStatus = (typeof SYNC_STATUSES)[number];
export type FinalSyncStatus = Exclude<SyncStatus, 'queued' | 'running'>;
export type SyncTrigger = 'manual' | 'scheduled' | 'connection';

/** A wait of a run; instants are ISO 8601, `until` is null when the end was not known. */
export interface SyncWait {
  at: string;
  until: string | null;
  reason: HeldBy | 'rate_limited';
}

export interface Sync {
  id: string;
  householdId: string;
  connectionId: string;
  /** The connection's bank at the run's creation; null: unknown. */
  bank: string | null;
  /** See Queued (queue/turn.ts). */
  ahead: number;
  trigger: SyncTrigger;
  status: SyncStatus;
  errors: SyncNote[];
  warnings: SyncNote[];
  discoveredAt: Date | null;
  waitingUntil: Date | null;
  /** Since when, and why, it is held back; null: it is not. */
  heldAt: Date | null;
  heldBy: HeldBy | null;
  /** When a worker called it from the line to a place; null if it still waits in line, or is in none. */
  calledAt: Date | null;
  /** Its latest 50 waits. */
  waits: SyncWait[];
  deadlineAt: Date;
  cancelRequestedAt: Date | null;
  fencedWrites: number;
  /** Workers that vanished before its accounts were known; deaths while merely waiting do not count. */
  deaths: number;
  startedAt: Date | null;
  finishedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
}

export type SyncWithAccounts = Sync & { readonly accounts: readonly SyncAccount[] };

const columns = (sql: AnySql) => sql`
  id, household_id, connection_id, bank, ahead, trigger, status, errors, warnings, discovered_at, waiting_until,
  held_at, held_by, called_at, waits, deadline_at, cancel_requested_at, fenced_writes, deaths, started_at, finished_at, created_at,
  updated_at`;

/** How long a run may live, including its waits. */
export const SYNC_DEADLINE_MS = 6 * 3600 * 1000;

/**
 * Creates a queued run, or returns the live one; the unique index ensures that two simultaneous requests get the same run. The
 * caller commits and then adds the job.
 */
export async function insertOrJoinSync(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  trigger: SyncTrigger,
  now: Date,
): Promise<{ sync: Sync; joined: boolean }> {
  const deadline = new Date(now.getTime() + SYNC_DEADLINE_MS);
  // The live run may end between the two statements; then the next insert succeeds.
  for (let tries = 0; tries < 5; tries += 1) {
    const [inserted] = await sql<Sync[]>`
      insert into syncs (
        household_id, connection_id, bank, ahead, trigger, deadline_at, created_at, updated_at
      )
      select c.household_id, c.id, c.bank,
        greatest(${liveOfHousehold(sql, sql`c.household_id`)}, ${householdsAtBank(sql, sql`c.bank`)}),
        ${trigger}, ${deadline}, ${now}, ${now}
      from provider_connections c
      where c.household_id = ${householdId}
        and c.id = ${connectionId}
      on conflict (connection_id) where status in ('queued', 'running') do nothing
      returning ${columns(sql)}`;
    if (inserted !== undefined) return { sync: inserted, joined: false };
    const live = await findLiveSync(sql, householdId, connectionId);
    if (live !== null) return { sync: live, joined: true };
  }
  throw new Error('a run kept starting and ending while this one was started');
}

export function findLiveSync(sql: AnySql, householdId: string, connectionId: string) {
  return rowOrNull(sql<Sync[]>`
    select ${columns(sql)}
    from syncs
    where household_id = ${householdId}
      and connection_id = ${connectionId}
      and status in ('queued', 'running')`);
}

/** The run, or null for an unknown or foreign id. */
export const findSync = recordsOf<Sync>('syncs', columns).find;

interface SyncFilter {
  connectionId?: string | undefined;
  status?: SyncStatus | undefined;
}

/** Shows the planner that a partial index has all runs of that status. Most runs are completed, and those are in none. */
function isOfKind(sql: AnySql, status: SyncStatus) {
  if (status === 'completed') return sql``;
  return status === 'queued' || status === 'running'
    ? sql`and status in ('queued', 'running')`
    : sql`and status in ('completed_with_errors', 'rate_limited', 'failed', 'cancelled', 'stale')`;
}

/** One page of the matching runs with their accounts, newest first. */
export function listSyncs(
  sql: AnySql,
  householdId: string,
  page: PageRequest,
  { connectionId, status }: SyncFilter = {},
): Promise<Page<SyncWithAccounts>> {
  // Here the connection's index alone answers: a foreign key ensures that its runs are the household's.
  const scope =
    connectionId === undefined || status !== undefined
      ? sql`household_id = ${householdId}`
      : sql`connection_id = (
          select id from provider_connections where household_id = ${householdId} and id = ${connectionId}
        )`;
  const matching = sql`
    from syncs
    where ${scope}
    ${connectionId === undefined ? sql`` : sql`and connection_id = ${connectionId}`}
    ${status === undefined ? sql`` : sql`and status = ${status} ${isOfKind(sql, status)}`}`;
  const found = listRows<Sync>(sql, page, matching, newestFirst('syncs'), columns(sql));
  return withRows(found, (rows) => withAccounts(sql, householdId, rows));
}

/**
 * Asks a live run to stop. A run without a worker (queued, held, or waiting for a rate limit or a place) ends at once; otherwise the
 * worker checks between pages. Null: not found.
 */
export async function requestCancel(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<Sync | null> {
  const isIdle = sql`
    status = 'queued' or waiting_until is not null or held_at is not null or place_turn is not null`;
  const [row] = await sql<Sync[]>`
    update syncs
    set cancel_requested_at = coalesce(cancel_requested_at, ${now}),
      status = case when ${isIdle} then 'cancelled' else status end,
      finished_at = case when ${isIdle} then ${now}::timestamptz end,
      waiting_until = null,
      held_at = null,
      held_by = null,
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}
      and status in ('queued', 'running')
    returning ${columns(sql)}`;
  if (row !== undefined && row.finishedAt !== null) {
    const { code, message } = new ProviderError('cancelled');
    await endAccounts(sql, row, { code, message }, now);
  }
  return row ?? findSync(sql, householdId, id);
}

/**
 * One leg of a walk through the ended runs of all connections, oldest first: deletes those from before that time, with their
 * accounts. The last run of each connection stays, and so does its last complete one.
 */
export async function deleteSyncsBefore(
  sql: AnySql,
  before: Date,
  leg: WalkLeg,
): Promise<Removed<WalkPosition>> {
  const walk = walkBy(sql, sql`created_at`, sql`id`, leg);
  const looked = await sql<(WalkPosition & { isDeleted: boolean })[]>`
    with leg as materialized (
      select id, household_id, connection_id, status, created_at, ${walk.columns}
      from syncs
      where finished_at is not null
        and created_at < ${before}
        and ${walk.isNext}
      ${walk.window}
      for update skip locked
    ),
    gone as (
      delete from syncs
      where id = any(array(
          select id
          from leg
          where exists (
            select 1
            from syncs newer
            where newer.household_id = leg.household_id
              and newer.connection_id = leg.connection_id
              and newer.created_at > leg.created_at
              and (leg.status <> 'completed' or newer.status = 'completed')
          )
        ))
      returning id
    )
    select leg.walk_at, leg.walk_id, gone.id is not null as is_deleted
    from leg
    left join gone on gone.id = leg.id
    order by leg.created_at, leg.id`;
  const last = looked.at(-1);
  return {
    deleted: looked.filter(({ isDeleted }) => isDeleted).length,
    next: last === undefined || looked.length < leg.limit ? null : last,
  };
}
