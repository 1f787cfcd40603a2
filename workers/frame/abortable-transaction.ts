import type { Sql, Tx } from '../../shared/postgres/connect.ts';

/** A cancel that arrives between two statements has no effect, so it is repeated. */
const CANCEL_EVERY_MS = 500;

/**
 * A transaction that an abort ends even within a statement: the statement is cancelled from another connection, so that neither
 * locks nor the connection outlive the transaction. Rejects at once with the signal's reason, because Postgres may take a moment to
 * roll back, or be frozen.
 */
export async function abortableTransaction<T>(
  sql: Sql,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let end: () => void = () => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    end = () => reject(signal.reason as Error);
    signal.addEventListener('abort', end, { once: true });
  });
  const transaction = sql.begin(async (tx) => [await cancelling(sql, tx, signal, work)] as const);
  // Nobody awaits the loser of the race.
  transaction.catch(() => undefined);
  aborted.catch(() => undefined);
  try {
    const [result] = await Promise.race([transaction, aborted]);
    return result;
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/** Runs the work of a transaction; once the signal aborts, cancels each of its statements. */
async function cancelling<T>(
  sql: Sql,
  tx: Tx,
  signal: AbortSignal,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const [backend] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`;
  signal.throwIfAborted();
  let cancelled: Promise<unknown> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  const cancel = (): void => {
    // When Postgres is away, so is the transaction.
    cancelled = sql`select pg_cancel_backend(${backend?.pid ?? 0})`.catch(() => undefined);
  };
  const begin = (): void => {
    cancel();
    timer = setInterval(cancel, CANCEL_EVERY_MS);
  };
  signal.addEventListener('abort', begin, { once: true });
  try {
    return await work(tx);
  } finally {
    signal.removeEventListener('abort', begin);
    clearInterval(timer);
    // A cancel that is still in flight must not hit the next user of the connection.
    await cancelled;
  }
}
