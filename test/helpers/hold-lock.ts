import type { Sql, Tx } from '../../shared/postgres/connect.ts';

/** Keeps what the statement locks until the function that it resolves with is called. */
export async function holdLock(
  sql: Sql,
  lock: (tx: Tx) => Promise<unknown>,
): Promise<() => Promise<void>> {
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  return new Promise((resolve, reject) => {
    const held = sql.begin(async (tx) => {
      await lock(tx);
      resolve(async () => {
        release();
        await held;
      });
      await released;
    });
    held.catch(reject);
  });
}

/** Keeps the table from being read or written until the function that it resolves with is called. */
export const holdTable = (sql: Sql, table: string): Promise<() => Promise<void>> =>
  holdLock(sql, (tx) => tx`lock table ${tx(table)} in access exclusive mode`);
