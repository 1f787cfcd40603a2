import { setImmediate } from 'node:timers/promises';
import type { Sql, Tx } from '../../shared/postgres/connect.ts';
import { withConnection } from '../../scripts/test/with-connection.ts';
import type { TestDatabase } from './with-database.ts';

/**
 * How many rows of the tables (of all, where none is named) the session has read, over an index or from end to end. What it read
 * in former transactions may be in it: take the difference.
 */
export async function rowsRead(tx: Tx, ...tables: string[]): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select coalesce(sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)), 0)::integer as count
    from pg_stat_xact_user_tables
    where ${tables.length === 0} or relname = any(${tables})`;
  return row?.count ?? 0;
}

/** One to read the last message of a session, one to see its end, and one to spare. */
const TURNS = 3;

/** How many rows of the tables everybody has read so far. */
async function rowsReadByAll(sql: Sql, tables: readonly string[]): Promise<number> {
  // A session hands in what it has counted when it ends; the pools open others.
  await sql`
    select pg_terminate_backend(pid, 10000)
    from pg_stat_activity
    where datname = current_database()
      and pid <> pg_backend_pid()
      and backend_type = 'client backend'`;
  // The pools of this process learn of it in the next turns of its event loop; what they sent before that would fail.
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  const [row] = await sql<{ count: number }[]>`
    select sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::integer as count
    from pg_stat_user_tables
    where relname = any(${tables})`;
  return row?.count ?? 0;
}

/** How many rows of the tables are read in some work, whichever sessions do it. */
export async function rowsReadIn(
  database: TestDatabase,
  tables: readonly string[],
  work: () => Promise<unknown>,
): Promise<number> {
  return withConnection(database.config().databaseUrl, async (sql) => {
    const before = await rowsReadByAll(sql, tables);
    await work();
    return (await rowsReadByAll(sql, tables)) - before;
  });
}
