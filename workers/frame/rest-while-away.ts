import { setTimeout as delay } from 'node:timers/promises';
import { checkWriting } from '../../shared/postgres/check-database.ts';
import { isDatabaseAway } from '../../shared/platform/connection-errors.ts';
import { describeDatabaseFault } from '../../shared/queue/describe-fault.ts';
import type { WorkerContext } from './context.ts';

/** How often a resting worker checks whether Postgres is back. */
const ASK_MS = 500;

/** The part of the queue's worker that is needed here. */
interface Pausable {
  readonly name: string;
  /** With true it resolves even while jobs are still running. */
  pause(doNotWaitActive: boolean): Promise<void>;
  resume(): Promise<void>;
}

/**
 * Keeps a worker from taking jobs while Postgres does not answer it: it would take them from workers that reach both Postgres and
 * the queue, and use up the jobs' attempts.
 */
export function restWhileAway({ sql, log }: Pick<WorkerContext, 'sql' | 'log'>, worker: Pausable) {
  let state: 'working' | 'resting' | 'stopped' = 'working';
  const is = (asked: typeof state): boolean => state === asked;
  const works = (): Promise<boolean> =>
    checkWriting(sql).then(
      () => true,
      () => false,
    );
  const rest = async (error: unknown): Promise<void> => {
    state = 'resting';
    await worker.pause(true);
    log.warn(`worker ${worker.name} takes no jobs: ${describeDatabaseFault(error)}`);
    while (is('resting') && !(await works())) await delay(ASK_MS);
    if (!is('resting')) return;
    state = 'working';
    await worker.resume();
    log.info(`worker ${worker.name} takes jobs again`);
  };
  return {
    /** Rests if the error means that Postgres is away, until Postgres answers and accepts writes. */
    after(error: unknown): void {
      if (is('working') && isDatabaseAway(error)) void rest(error);
    },
    isOn: (): boolean => is('resting'),
    /** The worker is closing: it takes no more jobs. */
    stop: (): void => void (state = 'stopped'),
  };
}
