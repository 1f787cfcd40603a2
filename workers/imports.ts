/** Process `worker-imports`: imports published sessions, judges and publishes CSV imports, undoes both, and deletes households. */
import {
  deleteHouseholdRun,
  judgeImport,
  publishImport,
  publishSession,
  undoImport,
  undoSession,
} from '../shared/queue/runs/kinds.ts';
import { performDeleteHousehold } from './imports/delete-household.ts';
import { performPublishSession } from './imports/publish-session.ts';
import { performJudgeImport, performPublishImport } from './imports/run-csv-import.ts';
import { performUndoImport, performUndoSession } from './imports/undo-import.ts';
import { runProcess } from './frame/run-process.ts';
import { bindJob, runWorker } from './frame/run-worker.ts';

/** How many sessions and imports one process works on at once: each holds one connection in a long transaction. */
const CONCURRENCY = 2;

await runProcess('worker-imports', (context) =>
  runWorker(
    context,
    publishSession.queue,
    [
      bindJob(publishSession, performPublishSession),
      bindJob(judgeImport, performJudgeImport),
      bindJob(publishImport, performPublishImport),
      bindJob(undoImport, performUndoImport),
      bindJob(undoSession, performUndoSession),
      bindJob(deleteHouseholdRun, performDeleteHousehold),
    ],
    CONCURRENCY,
  ),
);
