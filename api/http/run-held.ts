import { holdTransaction } from '../../shared/postgres/driver/hold-transaction.ts';
import type { Tx } from '../../shared/postgres/connect.ts';
import type { Queues } from '../../shared/queue/queues.ts';
import type { ApiContext } from '../context.ts';
import type { ApiRequest, ApiResponse, Route } from './route.ts';

/** What belongs to a request beside its handler's work, in the one transaction of both. */
interface Around {
  /** Options of the transaction, such as its isolation level. */
  options?: string;
  /** Before the handler's work, in the context that the handler gets. What it throws is answered. */
  opening: (tx: Tx, context: ApiContext) => Promise<void>;
  /** After it, with the answer. */
  closing: (tx: Tx, answer: ApiResponse) => Promise<void>;
}

/**
 * Runs a handler so that all it does to the database is one transaction, which ends when the handler has its answer.
 * It begins where the body has been read: what a handler does before that is to look. Jobs are added after the commit;
 * one that the queue does not take is the scheduler's, which finds its row.
 */
export async function runHeld(
  context: ApiContext,
  route: Route,
  request: ApiRequest,
  { options = '', opening, closing }: Around,
): Promise<ApiResponse> {
  const jobs: (() => Promise<void>)[] = [];
  const queues = deferAdding(context.queues, jobs);
  const held = holdTransaction(context.sql, {
    options,
    opening: (tx) => opening(tx, { ...context, sql: held.sql, queues }),
  });
  // Not while it is looked at, or while others are asked: a connection would be held for nothing.
  const opensEarly = route.scope === 'read_write' && route.waitsAfterBody !== true;
  try {
    if (route.schema.body === undefined) await held.open();
    const answer = await route.handler(
      { ...context, sql: held.sql, queues },
      {
        ...request,
        async readJson() {
          const body = await request.readJson();
          if (opensEarly) await held.open();
          return body;
        },
      },
    );
    await held.commit((tx) => closing(tx, answer));
    await addJobs(context, jobs);
    return answer;
  } catch (error) {
    await held.rollBack();
    throw error;
  }
}

function deferAdding(queues: Queues, jobs: (() => Promise<void>)[]): Queues {
  const add: Queues['add'] = (...job) => {
    jobs.push(() => queues.add(...job));
    return Promise.resolve();
  };
  return Object.assign(Object.create(queues) as Queues, { add });
}

async function addJobs({ log }: ApiContext, jobs: (() => Promise<void>)[]): Promise<void> {
  for (const add of jobs) {
    try {
      await add();
    } catch (error) {
      log.warn('a job could not be queued; the scheduler will add it', { error });
    }
  }
}
