import type { Tx } from '../../shared/postgres/connect.ts';

/** How many rows of the tables the transaction has read so far, over an index or from end to end. */
export async function rowsRead(tx: Tx, ...tables: string[]): Promise<number> {
  const [row] = await tx<{ count: number }[]>`
    select coalesce(sum(coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0)), 0)::integer as count
    from pg_stat_xact_user_tables
    where relname = any(${tables})`;
  return row?.count ?? 0;
}
