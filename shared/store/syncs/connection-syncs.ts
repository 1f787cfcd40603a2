import type { AnySql } from '../../db/connect.ts';
import type { ProviderConnection } from './provider-connections.ts';

/** When a connection is synced, and how a run's end changes it. */

/** What a run worked with: its end must not affect a key or history start that was set meanwhile. */
export type UsedSettings = Pick<ProviderConnection, 'credential' | 'historyStart'>;

const isStill = (sql: AnySql, { credential }: UsedSettings) => sql`
  credential_key_id = ${credential.keyId}
  and credential_ciphertext = ${credential.ciphertext}::bytea`;

/** The provider refused the key: no automatic runs until the owner acts. Leaves a newer key alone. */
export async function markRequiresUpdate(
  sql: AnySql,
  householdId: string,
  id: string,
  used: UsedSettings,
  reason: string,
  now: Date,
): Promise<void> {
  await sql`
    update provider_connections
    set status = 'requires_update',
      status_reason = ${reason},
      next_sync_at = null,
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}
      and ${isStill(sql, used)}`;
}

/**
 * Applies the end of a run to its connection. A key or history start that was set during the run makes the next
 * sync due at once. Only a run that got past the key (`reached`) clears `requires_update`.
 */
export async function markSynced(
  sql: AnySql,
  householdId: string,
  id: string,
  used: UsedSettings,
  change: {
    nextSyncAt: Date;
    /** Null: no account was read completely. */
    syncedAt: Date | null;
    reached: boolean;
    /** Code of the failure; null: none; undefined: leave it unchanged. */
    fault: string | null | undefined;
    now: Date;
  },
): Promise<void> {
  const { fault, now } = change;
  const judged = fault !== undefined;
  await sql`
    update provider_connections
    set next_sync_at = case
        when ${isStill(sql, used)} and history_start is not distinct from ${used.historyStart}::date
        then ${change.nextSyncAt}::timestamptz
        else ${now}::timestamptz
      end,
      last_synced_at = coalesce(${change.syncedAt}, last_synced_at),
      updated_at = ${now}
    where household_id = ${householdId}
      and id = ${id}`;
  if (!judged) return;
  await sql`
    update provider_connections
    set status = ${fault === null ? 'good' : 'degraded'},
      status_reason = ${fault}
    where household_id = ${householdId}
      and id = ${id}
      and (${change.reached} or status <> 'requires_update')`;
}

/** The earliest time at which a person may start the next run. */
export async function setManualCooldown(
  sql: AnySql,
  householdId: string,
  id: string,
  until: Date,
): Promise<void> {
  await sql`
    update provider_connections
    set manual_sync_after = ${until}
    where household_id = ${householdId}
      and id = ${id}`;
}

/** Remembers which bank the connection reads from, so that its runs share places with others of it. */
export async function setBank(
  sql: AnySql,
  householdId: string,
  id: string,
  bank: string | null,
): Promise<void> {
  await sql`
    update provider_connections
    set bank = ${bank}
    where household_id = ${householdId}
      and id = ${id}
      and bank is distinct from ${bank}`;
}
