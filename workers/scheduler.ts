/**
 * Process `scheduler`: small periodic tasks, each safe to run from several schedulers at once because
 * it claims its rows with `for update skip locked` or is a plain idempotent statement.
 */
import { runProcess } from './frame/run-process.ts';
import { DELETE_OLD } from './scheduler/delete-old.ts';
import { endStaleImportSessions, endStaleSyncs } from './scheduler/end-stale-runs.ts';
import { endLostCopies, keepStatistics } from './scheduler/keep-database.ts';
import { pauseHeldQueues, requeueRuns, wakeHeldSyncs } from './scheduler/requeue-runs.ts';
import { startDueSyncs } from './scheduler/start-due-syncs.ts';
import { startTasks } from './scheduler/start-tasks.ts';
import { dispatchEvents, tellOfChanges } from './scheduler/webhook-events.ts';

await runProcess('scheduler', (context) =>
  startTasks(context, [
    startDueSyncs,
    requeueRuns,
    wakeHeldSyncs,
    pauseHeldQueues,
    tellOfChanges,
    dispatchEvents,
    endStaleSyncs,
    endStaleImportSessions,
    endLostCopies,
    keepStatistics,
    ...DELETE_OLD,
  ]),
);
