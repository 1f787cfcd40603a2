import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Sql } from '../../shared/postgres/connect.ts';
import { packageRoot } from '../../shared/platform/package-root.ts';

/** Runs the recipe that divides `transactions` into partitions. */
export async function divideTransactions(sql: Sql, partitions: number): Promise<void> {
  const file = path.join(packageRoot(), 'deploy/sql/partition-transactions.sql');
  const connection = await sql.reserve();
  try {
    await connection`select set_config('ledgerline.partitions', ${String(partitions)}, false)`;
    await connection.unsafe(readFileSync(file, 'utf8')).catch(async (error: unknown) => {
      await connection`rollback`;
      throw error;
    });
  } finally {
    connection.release();
  }
}
