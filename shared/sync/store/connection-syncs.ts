import type { AnySql } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';
import type { ProviderConnection } from './provider-connections.ts';

/** When connections are synced, and how the end of a run changes that. */

/** A connection as a run used it: its end must not affect a key or history start that was set meanwhile. */
export type UsedConnection = Pick<
  ProviderConnection,
  'householdId' | 'id' | 'credential' | 'historyStart'
>;

const isStill = (sql: AnySql, { credential }: UsedConnection) => sql`
  credential_key_id = ${credential.keyId}
  and credential_ciphertext = ${credential.ciphertext}::bytea`;

/** The reason of a connection that a person suspended. */
export const PAUSED = 'paused';

/** A key that the service cannot decrypt. Earlier versions stored it as the reason of `requires_update`, as if it were refused. */
const UNREADABLE = 'credential_unreadable';

const isPaused = (sql: AnySql) => sql`status = 'suspended' and status_reason = ${PAUSED}`;

/** Pauses a connection for its owner: no automatic runs until it is resumed or gets a new key. Leaves one that requires a key. */
export async function pauseConnection(
  sql: AnySql,
  householdId: string,
  id: string,
  now: Date,
): Promise<void> {
  const change = {
    status: 'suspended',
    statusReason: PAUSED,
    suspendedAt: now,
    nextSyncAt: null,
    updatedAt: now,
  };
  const mayPause = sql`and status in ('good', 'degraded')`;
  await updateRow(sql, 'provider_connections', householdId, id, change, mayPause);
}

/** The provider refused the key: no automatic runs until the owner acts. Leaves a newer key alone. */
export async function markRequiresUpdate(
  sql: AnySql,
  used: UsedConnection,
  reason: string,
  now: Date,
): Promise<void> {
  const change = {
    status: 'requires_update',
    statusReason: reason,
    suspendedAt: null,
    nextSyncAt: null,
    updatedAt: now,
  };
  const isSame = sql`and ${isStill(sql, used)}`;
  await updateRow(sql, 'provider_connections', used.householdId, used.id, change, isSame);
}

/**
 * Applies the end of a run to its connection. If a key or history start was set during the run, the next sync is due at once. Only
 * a run that got past the key (`reached`) clears `requires_update`.
 */
export async function markSynced(
  sql: AnySql,
  used: UsedConnection,
  change: {
    nextSyncAt: Date;
    /** Null: no account was read completely. */
    syncedAt: Date | null;
    reached: boolean;
    /** Code of the failure; null: none; undefined: leave it as it is. */
    fault: string | null | undefined;
    /** Whether the run failed to read any account fully because of the bank; null: not known. */
    failed: boolean | null;
    now: Date;
  },
): Promise<void> {
  const { fault, failed, now } = change;
  // A failure with the old key says nothing of one that replaced it meanwhile.
  const counts = sql`(${failed}::boolean and ${isStill(sql, used)})`;
  await sql`
    update provider_connections
    set next_sync_at = case
        when ${isPaused(sql)} or (status = 'requires_update' and not ${change.reached}) then null
        when ${isStill(sql, used)} and history_start is not distinct from ${used.historyStart}::date
        then ${change.nextSyncAt}::timestamptz
        else ${now}::timestamptz
      end,
      last_synced_at = coalesce(${change.syncedAt}, last_synced_at),
      failures_in_row = case when not ${failed}::boolean then 0 when ${counts} then failures_in_row + 1 else failures_in_row end,
      failing_since = case
        when not ${failed}::boolean then null
        when ${counts} then coalesce(failing_since, ${now}::timestamptz)
        else failing_since
      end,
      updated_at = ${now}
    where household_id = ${used.householdId}
      and id = ${used.id}`;
  if (fault === undefined) return;
  await sql`
    update provider_connections
    set status = ${fault === null ? 'good' : 'degraded'},
      status_reason = ${fault},
      suspended_at = null
    where household_id = ${used.householdId}
      and id = ${used.id}
      and (${change.reached} or status <> 'requires_update')
      and (${failed !== true} or status <> 'suspended')
      and not (${isPaused(sql)})`;
}

/** A connection is suspended after this many failures in a row over at least this long. */
const SUSPENDED_AFTER = { failures: 20, ms: 3 * 24 * 3600 * 1000 };

/**
 * Suspends a connection that has failed for too long: no automatic runs until it is resumed, gets a new key, or a manually started
 * run succeeds. True if it was not suspended before.
 */
export async function suspendFailing(
  sql: AnySql,
  { householdId, id }: UsedConnection,
  now: Date,
): Promise<boolean> {
  const [row] = await sql<{ isNew: boolean }[]>`
    update provider_connections
    set status = 'suspended',
      suspended_at = coalesce(suspended_at, ${now}),
      next_sync_at = null
    where household_id = ${householdId}
      and id = ${id}
      and status in ('degraded', 'suspended')
      and failures_in_row >= ${SUSPENDED_AFTER.failures}
      and failing_since <= ${new Date(now.getTime() - SUSPENDED_AFTER.ms)}
    returning suspended_at = ${now} as is_new`;
  return row?.isNew ?? false;
}

/** Whether no run of a connection starts until an operator resumes it. */
export function isStopped({
  status,
  statusReason,
}: {
  status: string;
  statusReason: string | null;
}): boolean {
  if (status === 'requires_update') return statusReason === UNREADABLE;
  return status === 'suspended' && statusReason !== PAUSED;
}

/**
 * Resumes suspended connections, of a household or one of it: the next run is due at once, and the failure count starts at zero. For
 * a whole household, those that their owner paused stay paused. Returns how many were resumed.
 */
export async function resumeSuspended(
  sql: AnySql,
  { householdId, connectionId }: { householdId: string; connectionId?: string },
  now: Date,
): Promise<number> {
  const { count } = await sql`
    update provider_connections
    set status = case when ${isPaused(sql)} then 'good' else 'degraded' end,
      status_reason = nullif(status_reason, ${PAUSED}),
      suspended_at = null,
      failures_in_row = 0,
      failing_since = null,
      next_sync_at = ${now},
      updated_at = ${now}
    where household_id = ${householdId}
      and (status = 'suspended' or (status = 'requires_update' and status_reason = ${UNREADABLE}))
      and ${connectionId === undefined ? sql`not (${isPaused(sql)})` : sql`id = ${connectionId}`}`;
  return count;
}

/** The earliest time at which a person may start the next run. */
export const setManualCooldown = (sql: AnySql, householdId: string, id: string, until: Date) =>
  updateRow(sql, 'provider_connections', householdId, id, { manualSyncAfter: until });

/** Stores which bank the connection reads from, so that its runs share places with others of that bank. */
export const setBank = (sql: AnySql, householdId: string, id: string, bank: string | null) =>
  updateRow(
    sql,
    'provider_connections',
    householdId,
    id,
    { bank },
    sql`and bank is distinct from ${bank}`,
  );

export interface ConnectionAges {
  statuses: { status: string; count: number }[];
  /** How many were last synced within each bound but not the one before; at the end, how many even earlier. */
  counts: number[];
  worstSeconds: number;
}

/**
 * Counts connections by status, and by the time since their last success or creation. Those paused by their owner have their own
 * status here: operators need not look. Ages leave out suspended ones and those that wait for their owner. @param bounds ascending
 */
export async function readConnectionAges(
  sql: AnySql,
  bounds: readonly number[],
): Promise<ConnectionAges> {
  const rows = await sql<{ status: string; bucket: number; count: number; worst: number }[]>`
    select status,
      width_bucket(age, ${bounds as number[]}::double precision[]) as bucket,
      count(*)::integer as count,
      max(age)::double precision as worst
    from (
      select case when status_reason = ${PAUSED} then ${PAUSED} else status end as status,
        extract(epoch from now() - coalesce(last_synced_at, created_at))::double precision as age
      from provider_connections
    ) connection
    group by 1, 2`;
  const statuses = new Map<string, number>();
  const counts = Array.from({ length: bounds.length + 1 }, () => 0);
  let worstSeconds = 0;
  for (const { status, bucket, count, worst } of rows) {
    statuses.set(status, (statuses.get(status) ?? 0) + count);
    if (['requires_update', 'suspended', PAUSED].includes(status)) continue;
    counts[bucket] = (counts[bucket] ?? 0) + count;
    worstSeconds = Math.max(worstSeconds, worst);
  }
  return {
    statuses: [...statuses].map(([status, count]) => ({ status, count })),
    counts,
    worstSeconds,
  };
}
