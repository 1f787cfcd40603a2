import type { Client } from 'pg';
import { errorCode } from '../platform/error-code.ts';

/** Others work with the tables longer than the lock may wait. */
export class TablesInUseError extends Error {}

/** Timeouts of statements and of locks, and deadlocks. */
const NOT_LOCKED = new Set(['57014', '55P03', '40P01']);

/**
 * Locks all of our tables for the open transaction, so that a migration waits for nobody while others wait for it. Throws
 * TablesInUseError, which names whom it waited for; the transaction is then rolled back.
 */
export async function lockTables(client: Client): Promise<void> {
  const { rows } = await client.query<{ tables: string | null }>(`
    select string_agg(oid::regclass::text, ', ' order by relname) as tables
    from pg_class
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and pg_has_role(relowner, 'usage')`);
  const tables = rows[0]?.tables ?? null;
  if (tables === null) return;
  try {
    await client.query("set local statement_timeout = '10s'");
    // Hinders no request. Postgres ends an autovacuum that is in the way after a second, longer than the wait below.
    await client.query(`lock table ${tables} in share update exclusive mode`);
    // We get all locks, or give up, before anyone who waits for us checks for deadlocks.
    await client.query(`
      select set_config('statement_timeout', (setting::integer / 2)::text, true)
      from pg_settings
      where name = 'deadlock_timeout'`);
    await client.query(`lock table ${tables} in access exclusive mode`);
    await client.query('set local statement_timeout to default');
  } catch (error) {
    if (!NOT_LOCKED.has(errorCode(error))) throw error;
    await client.query('rollback');
    throw new TablesInUseError(`The tables are in use: ${await describeHolder(client)}`);
  }
}

/** The longest transaction that works with one of our tables. */
async function describeHolder(client: Client): Promise<string> {
  const { rows } = await client.query<{ holder: string }>(`
    select format('process %s (%s) of Postgres, in a transaction since %s, works with %s', pid, coalesce(nullif(application_name, ''), usename), xact_start, relation::regclass) as holder
    from pg_locks
    join pg_stat_activity using (pid)
    join pg_class c on c.oid = relation
    where relnamespace = current_schema()::regnamespace
      and relkind in ('r', 'p')
      and database = (select oid from pg_database where datname = current_database())
      and granted
      and pid <> pg_backend_pid()
    order by xact_start
    limit 1`);
  return rows[0]?.holder ?? 'many short transactions work with the tables';
}
