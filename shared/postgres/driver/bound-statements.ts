import { codedError } from '../../platform/error-code.ts';
import { isStatement } from './driver-statement.ts';
import type { DriverStatement } from './driver-statement.ts';
import { createForgetting } from './forget-taken.ts';

const timeoutError = (ms: number): Error =>
  codedError('STATEMENT_TIMEOUT', `a statement did not finish within ${ms} ms`);

/**
 * Bounds the time of every statement and of beginning a transaction, including the wait for a free connection: the server's limits
 * do not cover that queue, and a frozen server enforces none. A statement that is still waiting is withdrawn; a running one is
 * ended by the server's timeout. Rejects with STATEMENT_TIMEOUT. Null: no limit.
 */
export function boundStatements<Pool extends { begin: unknown }>(
  sql: Pool,
  boundMs: number | null,
): Pool {
  if (boundMs !== null) sql.begin = boundBegin(sql.begin as Begin, boundMs);
  const forgetTaken = createForgetting();
  const bound = (statement: DriverStatement): void => {
    const { handler } = statement;
    // Called once, when the statement is awaited; never for the many that become fragments of others.
    statement.handler = () => {
      forgetTaken(statement);
      const isRead = statement.cursorFn !== undefined || statement.streaming === true;
      if (boundMs !== null && !isRead) endInTime(statement, boundMs);
      return handler(statement);
    };
  };
  return new Proxy(sql, {
    apply(target, self, args: unknown[]) {
      const made: unknown = Reflect.apply(target as unknown as () => unknown, self, args);
      if (isStatement(made)) bound(made);
      return made;
    },
  });
}

function endInTime(statement: DriverStatement, boundMs: number): void {
  const { resolve, reject } = statement;
  const timer = setTimeout(() => {
    statement.reject(timeoutError(boundMs));
    if (statement.state === null) statement.cancel();
  }, boundMs);
  statement.resolve = (value) => {
    clearTimeout(timer);
    resolve(value);
  };
  statement.reject = (error) => {
    clearTimeout(timer);
    reject(error);
  };
}

type Begin = (options: string, work: (tx: never) => unknown) => Promise<unknown>;

function boundBegin(begin: Begin, boundMs: number) {
  return async (
    ...args: [(tx: never) => unknown] | [string, (tx: never) => unknown]
  ): Promise<unknown> => {
    const [options, work] = args.length === 1 ? ['', args[0]] : args;
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        reject(timeoutError(boundMs));
      }, boundMs);
    });
    const done = begin(options, (tx) => {
      clearTimeout(timer);
      // The caller has already been given an error.
      if (isLate) throw timeoutError(boundMs);
      return work(tx);
    });
    try {
      return await Promise.race([done, late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
