import type { AnySql } from '../../shared/postgres/connect.ts';
import { eventually } from './eventually.ts';

/** Until the feed has everything that was committed before: transactions of other tests hold it back, in any database of the server. */
export async function untilComplete(sql: AnySql): Promise<void> {
  const [{ xact }] = await sql<[{ xact: string }]>`select pg_current_xact_id()::text as xact`;
  await eventually(async () => {
    const [{ isComplete }] = await sql<[{ isComplete: boolean }]>`
      select pg_snapshot_xmin(pg_current_snapshot()) > ${xact}::text::xid8 as is_complete`;
    if (!isComplete) throw new Error('a transaction is still at work');
  });
}
