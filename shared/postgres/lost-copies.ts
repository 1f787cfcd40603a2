import type { Sql } from './connect.ts';

/**
 * Terminates sessions of our processes that still wait for data of a `copy … from stdin` `idleMs` milliseconds after it began, and
 * returns how many. Such a transaction is idle like any other whose client vanished, but Postgres considers it active, and neither
 * `statement_timeout` nor `idle_in_transaction_session_timeout` ends one that reads from its client (see ProcessClientReadInterrupt
 * in its source): it would keep its locks for as long as the connection seems open.
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
