import type { Sql } from './connect.ts';

/**
 * Terminates the sessions of our processes that have waited for the rest of a `copy … from stdin` at `idleMs` milliseconds
 * after its begin, and returns how many. Such a transaction is as idle as any other whose client vanished, but Postgres takes it
 * for a statement at work, and neither `statement_timeout` nor `idle_in_transaction_session_timeout` ends one that reads from its
 * client (ProcessClientReadInterrupt in its source): it would keep its locks for as long as the connection seems open.
 */
export async function terminateLostCopies(sql: Sql, idleMs: number): Promise<number> {
  const ended = await sql`
    select pg_terminate_backend(pid)
    from pg_stat_activity
    where datname = current_database()
      and usename = current_user
      and application_name like 'ledgerline-%'
      and state = 'active'
      and wait_event = 'ClientRead'
      and query like 'copy %'
      and query_start < clock_timestamp() - ${idleMs} * interval '1 millisecond'`;
  return ended.length;
}
