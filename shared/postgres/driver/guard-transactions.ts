import { isConnectionLost } from '../../platform/connection-errors.ts';
import { codedError } from '../../platform/error-code.ts';
import { isStatement } from './driver-statement.ts';

type Begin = (options: string, work: (tx: Tx) => unknown) => Promise<unknown>;
type Tx = ((...args: unknown[]) => unknown) & { unsafe(...args: unknown[]): unknown };

/**
 * Keeps the driver (postgres 3.4.9) from ending the process, or from leaving a transaction, when a connection is lost
 * in the middle of one. The close of the connection already rejects `begin`, but the driver
 * - answers a failed statement with a `rollback` and work that is done with a `commit`, and writes them to the closed
 *   socket in a callback whose error nothing can catch;
 * - does the same with a statement of work that was waiting for something else, or runs it on the connection's next
 *   session, where it is in no transaction.
 *
 * So after a loss the statements of the work are refused and the work never settles.
 * Remove this when https://github.com/porsager/postgres/issues/1208 is fixed.
 */
export function guardTransactions<Pool extends { begin: unknown }>(sql: Pool): Pool {
  const begin = sql.begin as Begin;
  const guarded = (
    ...args: [(tx: Tx) => unknown] | [string, (tx: Tx) => unknown]
  ): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    let isOver = false;
    const end = (): void => void (isOver = true);
    const done = begin(options, async (tx) => {
      try {
        const made: unknown = work(whileOpen(tx, () => !isOver));
        // An array of statements is awaited as a whole, as in the driver.
        const result: unknown = await (Array.isArray(made) ? Promise.all(made) : made);
        if (isOver) await never();
        return result;
      } catch (error) {
        if (isOver || isConnectionLost(error)) await never();
        throw error;
      }
    });
    done.then(end, end);
    return done;
  };
  sql.begin = guarded;
  return sql;
}

function never(): Promise<never> {
  return new Promise(() => undefined);
}

/** Wraps the transaction so that its statements are refused once it is no longer open. */
function whileOpen(tx: Tx, isOpen: () => boolean): Tx {
  const guard = (made: unknown): unknown => {
    if (!isStatement(made)) return made;
    const handler = made.handler.bind(made);
    made.handler = (statement) =>
      isOpen() ? handler(statement) : statement.reject(transactionOver());
    return made;
  };
  return new Proxy(tx, {
    apply: (target, self, args) => guard(Reflect.apply(target, self, args)),
    get(target, key, receiver) {
      if (key !== 'unsafe') return Reflect.get(target, key, receiver) as unknown;
      return (...args: unknown[]) => guard(target.unsafe(...args));
    },
  });
}

const transactionOver = (): Error =>
  codedError('CONNECTION_CLOSED', 'the transaction of this statement is over');
