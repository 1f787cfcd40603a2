import { systemClock } from '../../shared/platform/clock.ts';
import { createLog } from '../../shared/platform/log.ts';
import type { WorkerContext } from '../../workers/frame/context.ts';
import { recordQueues } from './run-import-job.ts';
import type { TestDatabase } from './with-database.ts';
import { DELETE_OLD } from '../../workers/scheduler/delete-old.ts';
import type { ScheduledTask } from '../../workers/scheduler/start-tasks.ts';

/** What a job under test is handed: the real database, and no queue unless one is given. */
export function workerContext(
  database: TestDatabase,
  parts: Partial<WorkerContext> = {},
): WorkerContext {
  const log = createLog({ level: 'error', process: 'test' });
  log.silent = true;
  return {
    config: database.config(),
    sql: database.sql,
    queues: recordQueues().queues,
    log,
    clock: systemClock,
    ...parts,
  };
}

/** The task of the scheduler that deletes these old things. */
export function taskOfOld(what: string): ScheduledTask {
  const task = DELETE_OLD.find(({ name }) => name === `delete-old-${what}`);
  if (task === undefined) throw new Error(`no task deletes old ${what}`);
  return task;
}
