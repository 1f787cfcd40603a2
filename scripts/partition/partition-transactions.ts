import type { Sql, Tx } from '../../shared/db/connect.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { planPartitions } from './plan-partitions.ts';
import type { Step } from './plan-partitions.ts';
import { listNeighbours, listObstacles, readTable } from './read-table.ts';

export const PARTITIONS_MAX = 256;

export interface PartitionOptions {
  /** From 2 to PARTITIONS_MAX. */
  readonly partitions: number;
  /** How long to wait for the tables' locks: who comes later waits behind us. */
  readonly lockMs: number;
  /** Called after each step, with its name. */
  readonly onStep?: (name: string) => void;
}

/**
 * Divides `transactions` with all its rows, keys, triggers and rights into partitions by hash of household_id, in one
 * transaction: whatever ends it leaves the table as it was. Locks the table, and those that it is tied to by foreign keys,
 * from begin to end. Throws UsageError, having changed nothing, where the table has partitions or something that is not carried over.
 */
export async function partitionTransactions(
  sql: Sql,
  { partitions, lockMs, onStep }: PartitionOptions,
): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select set_config('lock_timeout', ${String(lockMs)}, true)`;
    await tx`set local statement_timeout = 0`;
    const neighbours = await listNeighbours(tx);
    await tx.unsafe(`lock table ${['transactions', ...neighbours].join(', ')}`);
    onStep?.('locked the tables');
    for (const { name, statements } of await readPlan(tx, partitions)) {
      for (const statement of statements) await tx.unsafe(statement);
      onStep?.(name);
    }
  });
  onStep?.('committed: the service goes on');
  // Autovacuum never analyzes a partitioned table, and the planner goes by the statistics of the whole.
  await sql.unsafe('vacuum (analyze) transactions');
  onStep?.('vacuumed and analyzed');
}

/** What partitionTransactions would do, without a lock. Throws as it does. */
export async function previewPartitions(sql: Sql, partitions: number): Promise<Step[]> {
  return sql.begin<Step[]>('read only', (tx) => readPlan(tx, partitions));
}

async function readPlan(tx: Tx, partitions: number): Promise<Step[]> {
  const [table] = await tx<{ kind: string; count: number }[]>`
    select relkind as kind, (select count(*)::integer from pg_inherits where inhparent = oid) as count
    from pg_class
    where oid = to_regclass('transactions')`;
  if (table === undefined) throw new UsageError('The database has no table transactions.');
  if (table.kind === 'p') {
    throw new UsageError(
      `transactions has ${table.count} partitions already; nothing was changed.`,
    );
  }
  const obstacles = await listObstacles(tx);
  if (obstacles.length > 0) {
    throw new UsageError(
      `transactions has what would be lost, nothing was changed: ${obstacles.join('; ')}.`,
    );
  }
  return planPartitions(await readTable(tx), partitions);
}

/** Who holds a lock on `transactions`, for the message after the wait was too long. */
export async function listHolders(sql: Sql): Promise<string[]> {
  const rows = await sql<{ holder: string }[]>`
    select distinct format('process %s of %s, in a transaction for %s s', a.pid, a.application_name,
      extract(epoch from now() - a.xact_start)::integer) as holder
    from pg_locks l
    join pg_stat_activity a on a.pid = l.pid
    where l.relation = 'transactions'::regclass
      and l.database = (select oid from pg_database where datname = current_database())
      and l.granted
    order by holder`;
  return rows.map(({ holder }) => holder);
}

/** How large the table is: its rows as last counted, and its bytes with indexes, for people. */
export async function describeSize(sql: Sql): Promise<{ rows: number; size: string }> {
  const [found] = await sql<[{ rows: string; size: string }]>`
    select greatest(reltuples, 0)::bigint as rows, pg_size_pretty(pg_total_relation_size(oid)) as size
    from pg_class
    where oid = 'transactions'::regclass`;
  return { rows: Number(found.rows), size: found.size };
}
