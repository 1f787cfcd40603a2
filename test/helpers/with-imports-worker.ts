import {
  publishImport,
  publishSession,
  undoImport,
  undoSession,
} from '../../shared/queue/runs/kinds.ts';
import { bindJob, runWorker, type RunningWorker } from '../../workers/frame/run-worker.ts';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import { performPublishImport } from '../../workers/imports/run-csv-import.ts';
import { performUndoImport, performUndoSession } from '../../workers/imports/undo-import.ts';
import type { TestApi } from './start-api.ts';

/** Has a worker of imports, with so many places, for as long as the block runs. */
export function withImportsWorker(api: TestApi, places = 1): void {
  let worker: RunningWorker;
  before('start the worker', () => {
    const { config, sql, queues, log, clock } = api.context;
    const bindings = [
      bindJob(publishImport, performPublishImport),
      bindJob(undoImport, performUndoImport),
      bindJob(publishSession, performPublishSession),
      bindJob(undoSession, performUndoSession),
    ];
    worker = runWorker({ config, sql, queues, log, clock }, 'imports', bindings, places);
  });
  after(() => worker.stop());
}
