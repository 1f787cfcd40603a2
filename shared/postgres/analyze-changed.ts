import type { Sql } from './connect.ts';

/** Where the tables of the queue in Postgres lie. */
const QUEUE_SCHEMA = 'ledgerline_queue';

/** As many changed rows as Postgres' own `autovacuum_analyze_threshold`: fewer are read quickly with any plan. */
const CHANGED_MIN = 50;

/**
 * Gathers statistics on each table of which a tenth changed since Postgres last looked. Postgres does so automatically, but once a
 * minute at best, and never on a partitioned table as a whole; until then it takes a table of a fresh installation for empty
 * and reads all of its rows for each of the others. Skips a table that another session is analyzing. Returns the names.
 */
export async function analyzeChanged(sql: Sql): Promise<string[]> {
  const changed = await sql<{ name: string }[]>`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where s.schemaname in (current_schema(), ${QUEUE_SCHEMA})
      and c.relkind = 'r'
    group by 1
    having sum(s.n_mod_since_analyze) > ${CHANGED_MIN} + 0.1 * sum(greatest(c.reltuples, 0))`;
  for (const { name } of changed) await sql.unsafe(`analyze (skip_locked) ${name}`);
  return changed.map(({ name }) => name);
}

/** As many rows written at once make a table another one for the planner: it must know before the next read. */
const BULK_ROWS = 1000;

/** The same at the end of a run that wrote so many rows; after few the scheduler is soon enough. */
export async function analyzeAfter(sql: Sql, rows: number): Promise<void> {
  if (rows >= BULK_ROWS) await analyzeChanged(sql);
}
