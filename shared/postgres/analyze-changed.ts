import type { Sql } from './connect.ts';

/** The queue's tables have a schema of their own, whose name begins with QUEUE_PREFIX. */
const QUEUE_SCHEMAS = '%\\_queue';

/** The same number of changed rows as Postgres's `autovacuum_analyze_threshold`: with fewer, any plan is fast. */
const CHANGED_MIN = 50;

/**
 * Gathers statistics on each table of which a tenth changed since the last time. Postgres does so automatically, but at most once a
 * minute, and never for a partitioned table as a whole. Until then it takes a table of a fresh installation for empty, and scans it
 * once per row of another. Skips a table that another session is analyzing. Returns the names.
 */
export async function analyzeChanged(sql: Sql): Promise<string[]> {
  const changed = await sql<{ name: string }[]>`
    select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name
    from pg_stat_user_tables s
    join pg_class c on c.oid = s.relid
    where (s.schemaname = current_schema() or s.schemaname like ${QUEUE_SCHEMAS})
      and c.relkind = 'r'
    group by 1
    having sum(s.n_mod_since_analyze) > ${CHANGED_MIN} + 0.1 * sum(greatest(c.reltuples, 0))`;
  for (const { name } of changed) await sql.unsafe(`analyze (skip_locked) ${name}`);
  return changed.map(({ name }) => name);
}

/** A bulk write of this size changes a table so much that the planner must know before the next read. */
const BULK_ROWS = 1000;

/** Analyzes after a run that wrote many rows; after a few it is soon enough when the scheduler does. */
export async function analyzeAfter(sql: Sql, rows: number): Promise<void> {
  if (rows >= BULK_ROWS) await analyzeChanged(sql);
}
