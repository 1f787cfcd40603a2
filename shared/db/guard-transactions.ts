import { isConnectionLost } from './connection-errors.ts';

type Begin = (options: string, work: (tx: never) => unknown) => Promise<unknown>;

/**
 * Keeps the driver (postgres 3.4.9) from ending the process when a connection is lost in the middle of a
 * transaction. It would answer the failed statement with a `rollback`, write that to the closed socket in
 * a callback whose error nothing can catch, and leave the connection broken for its next user. The close of the
 * connection rejects `begin` by itself, so after such an error the work simply never settles.
 * Remove this when https://github.com/porsager/postgres/issues/1208 is fixed.
 */
export function guardTransactions<Pool extends { begin: unknown }>(sql: Pool): Pool {
  const begin = sql.begin as Begin;
  const guarded = (
    ...args: [(tx: never) => unknown] | [string, (tx: never) => unknown]
  ): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    return begin(options, async (tx) => {
      try {
        const result: unknown = work(tx);
        // An array of statements is awaited as a whole, as the driver does.
        return await (Array.isArray(result) ? Promise.all(result) : result);
      } catch (error) {
        if (isConnectionLost(error)) await new Promise<never>(() => undefined);
        throw error;
      }
    });
  };
  sql.begin = guarded;
  return sql;
}
