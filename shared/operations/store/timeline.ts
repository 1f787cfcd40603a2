import type { AnySql } from '../../postgres/connect.ts';
import type { SyncWait } from '../../sync/store/syncs.ts';

export interface ConnectionState {
  id: string;
  householdId: string;
  name: string;
  household: string;
  status: string;
  statusReason: string | null;
  nextSyncAt: Date | null;
  lastSyncedAt: Date | null;
}

/** One run of a connection: what it read, what it changed and which problems it had. */
export interface TimelineRun {
  id: string;
  trigger: string;
  status: string;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  waitingUntil: Date | null;
  waits: SyncWait[];
  /** The distinct codes of the run and its accounts. */
  codes: string[];
  accounts: number;
  pages: number;
  rows: number;
  created: number;
  updated: number;
  removed: number;
}

const CONNECTIONS_MAX = 100;

/** The connection with that id, or the connections of the household with that id; for an operator, across all households. */
export async function listConnectionStates(sql: AnySql, id: string): Promise<ConnectionState[]> {
  return sql<ConnectionState[]>`
    select connection.id, connection.household_id, connection.name, household.name as household,
      connection.status, connection.status_reason, connection.next_sync_at, connection.last_synced_at
    from provider_connections connection
    join households household
      on household.id = connection.household_id
    where connection.id = ${id}
      or connection.household_id = ${id}
    order by connection.created_at, connection.id
    limit ${CONNECTIONS_MAX}`;
}

/**
 * The latest runs of a connection, newest first. The household is checked last: with both conditions at once, Postgres
 * underestimates the number of runs, and reads and sorts them all instead of taking the first from the index.
 */
export async function listTimeline(
  sql: AnySql,
  householdId: string,
  connectionId: string,
  limit: number,
): Promise<TimelineRun[]> {
  return sql<TimelineRun[]>`
    select run.id, run.trigger, run.status, run.created_at, run.started_at, run.finished_at,
      run.waiting_until, run.waits, read.accounts, read.pages, read.rows, read.created, read.updated, read.removed,
      array(
        select distinct note ->> 'code'
        from jsonb_array_elements(run.errors || coalesce(read.errors, '[]')) note
        order by 1
      ) as codes
    from (
      select *
      from syncs
      where connection_id = ${connectionId}
      order by created_at desc
      limit ${limit}
    ) run
    cross join lateral (
      select count(*)::integer as accounts,
        coalesce(sum(pages), 0)::integer as pages,
        coalesce(sum(rows_read), 0)::integer as rows,
        coalesce(sum((counts ->> 'created')::integer), 0)::integer as created,
        coalesce(sum((counts ->> 'updated')::integer), 0)::integer as updated,
        coalesce(sum((counts ->> 'removed')::integer), 0)::integer as removed,
        jsonb_path_query_array(jsonb_agg(errors), '$[*][*]') as errors
      from sync_accounts
      where household_id = ${householdId}
        and sync_id = run.id
    ) read
    where run.household_id = ${householdId}
    order by run.created_at desc`;
}

/** Connections by status and reason, most frequent first. */
export async function countConnectionReasons(sql: AnySql) {
  return sql<{ status: string; statusReason: string | null; count: number }[]>`
    select status, status_reason, count(*)::integer as count
    from provider_connections
    group by 1, 2
    order by 3 desc, 1, 2`;
}

export interface HouseholdEvent {
  kind: 'sync' | 'import' | 'import_session' | 'rule_run' | 'change';
  /** Id of the run, or of the record that changed. */
  id: string;
  at: Date;
  /** The state of the run, or the operation on the record. */
  status: string;
  /** What a person calls it: the connection, the file, or the kind of record. */
  about: string | null;
  /** The distinct codes of the run and its accounts. */
  codes: string[];
}

/** What happened last in a household, newest first: its runs, and what requests changed except for transactions. */
export async function listHouseholdEvents(sql: AnySql, householdId: string, limit: number) {
  const latest = (table: string) => sql`
      select *
      from ${sql(table)}
      where household_id = ${householdId}
      order by created_at desc
      limit ${limit}`;
  const codeOf = sql`array_remove(array[run.error ->> 'code'], null)`;
  return sql<HouseholdEvent[]>`
    select 'sync' as kind, run.id, run.created_at as at, run.status, connection.name as about,
      array(
        select distinct note ->> 'code'
        from jsonb_array_elements(run.errors) note
        order by 1
      ) as codes
    from (${latest('syncs')}) run
    join provider_connections connection
      on connection.household_id = ${householdId}
      and connection.id = run.connection_id
    union all
    select 'import', run.id, run.created_at, run.status, run.filename, ${codeOf}
    from (${latest('imports')}) run
    union all
    select 'import_session', run.id, run.created_at, run.status, run.client_session_id, ${codeOf}
    from (${latest('import_sessions')}) run
    union all
    select 'rule_run', run.id, run.created_at, run.status, run.trigger, ${codeOf}
    from (${latest('rule_runs')}) run
    union all
    select 'change', changed.record_id, changed.created_at, changed.operation, changed.kind, '{}'
    from (
      select record_id, created_at, operation, kind
      from changes
      where household_id = ${householdId}
        and cause = 'key'
        and record_id is not null
        and kind <> 'transactions'
      order by id desc
      limit ${limit}
    ) changed
    order by at desc
    limit ${limit}`;
}
