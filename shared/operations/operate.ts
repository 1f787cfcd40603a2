import { AppError } from '../errors.ts';
import { QUEUE_NAMES } from '../jobs/queues.ts';
import type { QueueName } from '../jobs/queues.ts';
import { insertOperatorAction } from '../store/operations/operator-actions.ts';
import { retryRun } from './retry-run.ts';
import type { OperationsContext } from './retry-run.ts';

/** Failed jobs that one call looks at. */
const RETRIED_MAX = 1000;

/** The levers of an operator. Each action is noted with who did it and what came of it. */
export interface Levers {
  pause(queue: QueueName): Promise<void>;
  resume(queue: QueueName): Promise<void>;
  /** Retries failed jobs: those of that reason or id, or all. Returns how many started again, and why others did not. */
  retry(which: string): Promise<{ retried: number; refused: Record<string, number> }>;
}

/** The levers in the hands of `actor`. */
export function leversOf(context: OperationsContext, actor: string): Levers {
  const { sql, queues } = context;
  const queueOf = (name: QueueName) => {
    const queue = queues.all()[QUEUE_NAMES.indexOf(name)];
    if (queue === undefined) throw new Error(`there is no queue ${name}`);
    return queue;
  };
  const noted = async <T>(action: string, target: string, act: () => Promise<T>): Promise<T> => {
    const note = (result: string) => insertOperatorAction(sql, { actor, action, target, result });
    let result: T;
    try {
      result = await act();
    } catch (error) {
      await note('failed');
      throw error;
    }
    await note(result === undefined ? 'done' : JSON.stringify(result));
    return result;
  };
  return {
    pause: (name) => noted('pause', name, () => queueOf(name).pause()),
    resume: (name) => noted('resume', name, () => queueOf(name).resume()),
    retry: (which) =>
      noted('retry', which, async () => {
        const done = { retried: 0, refused: {} as Record<string, number> };
        for (const name of QUEUE_NAMES) {
          const jobs = await queueOf(name).getJobs(['failed'], 0, RETRIED_MAX - 1);
          for (const job of jobs) {
            const { id = '', failedReason } = job;
            if (which !== 'all' && which !== id && which !== failedReason) continue;
            try {
              await retryRun(context, { id, name: job.name, data: job.data });
              done.retried += 1;
            } catch (error) {
              if (!(error instanceof AppError) || error.code !== 'conflict') throw error;
              done.refused[error.publicMessage] = (done.refused[error.publicMessage] ?? 0) + 1;
            }
          }
        }
        return done;
      }),
  };
}
