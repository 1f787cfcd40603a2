import type { Sql, Tx } from '../connect.ts';

/** One transaction around everything that some code does with a pool, committed by whoever called that code. */
export interface HeldTransaction {
  /**
   * The pool to hand on. Once the transaction is open all statements run in it, and its `begin` commits nothing: the
   * work is part of the one transaction. `begin` with options (a snapshot to read in) has a transaction of its own.
   */
  readonly sql: Sql;
  /** Opens the transaction unless it is open. Throws what `opening` throws. */
  open(): Promise<void>;
  /** Runs `closing` as the last work of the transaction and commits. Statements of `sql` run in the pool again. */
  commit(closing: (tx: Tx) => Promise<void>): Promise<void>;
  /** Undoes everything, if it is open. */
  rollBack(): Promise<void>;
}

interface Open {
  tx: Tx;
  /** Whether a `begin` has been told that its work is done. */
  hasWork: boolean;
  /** Commits, or undoes for the given reason. Settles when the server has. */
  end(failure?: Error): Promise<void>;
}

type Work = (tx: Tx) => unknown;

/**
 * Holds back the commit of everything that is done with a pool. `opening` is the first work of the transaction. When
 * work of a `begin` fails, everything is undone and the next `begin` opens the transaction anew, so that it can be
 * retried; work that had been done before by another `begin` is lost then, and `commit` throws that failure.
 */
export function holdTransaction(
  pool: Sql,
  { options = '', opening }: { options?: string; opening: (tx: Tx) => Promise<void> },
): HeldTransaction {
  let held: Open | null = null;
  let lost: Error | undefined;

  async function open(): Promise<Open> {
    if (held !== null) return held;
    held = await begin(pool, options);
    try {
      await opening(held.tx);
    } catch (error) {
      await rollBack(error);
      throw error;
    }
    return held;
  }

  async function rollBack(reason: unknown): Promise<void> {
    const ended = held;
    held = null;
    const failure = reason instanceof Error ? reason : new Error('undone', { cause: reason });
    if (ended?.hasWork === true) lost ??= failure;
    await ended?.end(failure);
  }

  async function take(...args: [string, Work] | [Work]): Promise<unknown> {
    if (args.length === 2) return pool.begin(args[0], args[1]);
    const current = await open();
    try {
      const made = args[0](current.tx);
      const done: unknown = await (Array.isArray(made) ? Promise.all(made) : made);
      current.hasWork = true;
      return done;
    } catch (error) {
      await rollBack(error);
      throw error;
    }
  }

  return {
    sql: new Proxy(pool, {
      apply: (target, self, args) => Reflect.apply(held?.tx ?? target, self, args) as unknown,
      get(target, key, receiver) {
        if (key === 'begin') return take;
        if (key === 'unsafe' && held !== null) return Reflect.get(held.tx, key) as unknown;
        return Reflect.get(target, key, receiver) as unknown;
      },
    }),
    async open() {
      await open();
    },
    async commit(closing) {
      if (lost !== undefined) throw lost;
      const current = await open();
      try {
        await closing(current.tx);
      } catch (error) {
        await rollBack(error);
        throw error;
      }
      held = null;
      await current.end();
    },
    rollBack: () => rollBack(undefined),
  };
}

/** A transaction that stays open until it is told to end. */
function begin(pool: Sql, options: string): Promise<Open> {
  return new Promise((resolve, reject) => {
    const ended = pool.begin(options, (tx) => {
      let finish: (failure: Error | undefined) => void = () => undefined;
      const verdict = new Promise<void>((keep, undo) => {
        finish = (failure) => (failure === undefined ? keep() : undo(failure));
      });
      resolve({
        tx,
        hasWork: false,
        async end(failure) {
          finish(failure);
          // What undoes it comes back from the driver; a lost connection has undone it, too.
          if (failure === undefined) await ended;
          else await ended.catch(() => undefined);
        },
      });
      return verdict;
    });
    ended.catch(reject);
  });
}
