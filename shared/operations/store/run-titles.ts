import type { AnySql } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';

export interface RunTitle {
  household: string;
  connection: string | null;
}

/** A run as its job refers to it. */
export interface NamedRun {
  id: string;
  householdId: string | null;
  syncId: string | null;
}

/** The names for the runs of jobs, by job id; missing if their rows are gone. For an operator. */
export async function listRunTitles(
  sql: AnySql,
  runs: readonly NamedRun[],
): Promise<Map<string, RunTitle>> {
  if (runs.length === 0) return new Map();
  const rows = await sql<({ id: string } & RunTitle)[]>`
    select run.id,
      household.name as household,
      connection.name as connection
    from ${valueTable(sql, 'run', runs, { id: 'text', householdId: 'uuid', syncId: 'uuid' })}
    join households household
      on household.id = run.household_id
    left join syncs sync
      on sync.household_id = run.household_id
      and sync.id = run.sync_id
    left join provider_connections connection
      on connection.household_id = sync.household_id
      and connection.id = sync.connection_id`;
  return new Map(rows.map(({ id, household, connection }) => [id, { household, connection }]));
}

/** What became of a failed sync. */
export interface FailedSync {
  /** The bank, as the provider lists it; null: unknown. */
  bank: string | null;
  /** Its connection was synced since. */
  isHealed: boolean;
}

/** The failed syncs with these ids, across all households, for an operator; missing if they are gone with their connection. */
export async function listFailedSyncs(
  sql: AnySql,
  ids: readonly string[],
): Promise<Map<string, FailedSync>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<({ id: string } & FailedSync)[]>`
    select sync.id, sync.bank,
      coalesce(connection.last_synced_at > coalesce(sync.finished_at, sync.created_at), false) as is_healed
    from syncs sync
    join provider_connections connection
      on connection.household_id = sync.household_id
      and connection.id = sync.connection_id
    where sync.id = any(${[...ids]}::uuid[])`;
  return new Map(rows.map(({ id, ...sync }) => [id, sync]));
}
