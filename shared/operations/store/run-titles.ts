import type { AnySql } from '../../postgres/connect.ts';
import { valueTable } from '../../postgres/value-table.ts';

/** What a person calls the household and the connection of a run. */
export interface RunTitle {
  household: string;
  connection: string | null;
}

/** A run as its job names it. */
export interface NamedRun {
  /** Of the job. */
  id: string;
  householdId: string | null;
  syncId: string | null;
}

/** The names behind the ids of jobs, by the job's id; those whose rows are gone are missing. For an operator. */
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

/** The banks of syncs, by the id of the sync; for an operator, over all households. */
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
