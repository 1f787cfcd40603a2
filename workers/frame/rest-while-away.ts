import { setTimeout as delay } from 'node:timers/promises';
import { checkWriting } from '../../shared/postgres/check-database.ts';
import { isDatabaseAway } from '../../shared/platform/connection-errors.ts';
import { describeDatabaseFault } from '../../shared/queue/describe-fault.ts';
import type { WorkerContext } from './context.ts';

/** How often a worker at rest asks for Postgres. */
const ASK_MS = 500;

/** What is asked of the queue's worker. */
interface Pausable {
  readonly name: string;
  /** With true it resolves although jobs are under way. */
  pause(doNotWaitActive: boolean): Promise<void>;
  resume(): Promise<void>;
}

/** Keeps a worker from taking jobs while Postgres does not answer it. */
export interface Rest {
  /** Begins where a job ended with an error that says so, and ends when Postgres answers and takes writes. */
  after(error: unknown): void;
  isOn(): boolean;
  /** The worker is closing: it takes no further job. */
  stop(): void;
}

/**
 * A worker that is parted from Postgres, and not from the queue, would take jobs from those whom Postgres answers, and use up
 * their attempts.
 */
export function restWhileAway(
  { sql, log }: Pick<WorkerContext, 'sql' | 'log'>,
  worker: Pausable,
): Rest {
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
    after(error) {
      if (is('working') && isDatabaseAway(error)) void rest(error);
    },
    isOn: () => is('resting'),
    stop: () => void (state = 'stopped'),
  };
}
