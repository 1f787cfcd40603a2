import type { AnySql } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';

/** The names of the household and the connection of a run. */
export interface RunTitle {
  household: string;
  connection: string | null;
}

/** A run as its job refers to it. */
export interface NamedRun {
  /** The job's id. */
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

/** The banks of syncs, by sync id; for an operator, across all households. */
export async function listBanksOfSyncs(
  sql: AnySql,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await sql<{ id: string; bank: string }[]>`
    select id, bank
    from syncs
    where id = any(${[...ids]}::uuid[])
      and bank is not null`;
  return new Map(rows.map(({ id, bank }) => [id, bank]));
}
