/**
 * A process that does one job of an import without a queue, for a test to kill:
 * `imports-job.ts publish-session|publish-import|undo-import|undo-session HOUSEHOLD IMPORT RUN`.
 */
import { systemClock } from '../../shared/platform/clock.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect } from '../../shared/postgres/connect.ts';
import { createLog } from '../../shared/platform/log.ts';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import { performPublishImport } from '../../workers/imports/run-csv-import.ts';
import { performUndoImport, performUndoSession } from '../../workers/imports/undo-import.ts';
import { jobRun } from '../helpers/job-run.ts';
import { recordQueues } from '../helpers/run-import-job.ts';

const [job = '', householdId = '', id = '', runId = ''] = process.argv.slice(2);
const config = loadConfig();
const { databaseUrl } = config;
const sql = connect({ databaseUrl, poolMax: 3, applicationName: 'imports-job' });
const log = createLog({ level: 'error', process: 'imports-job' });
const context = { config, sql, log, clock: systemClock, queues: recordQueues().queues };
const run = jobRun({ jobId: runId });
const ids = { household_id: householdId, run_id: runId };
if (job === 'publish-session' || job === 'undo-session') {
  const work = job === 'undo-session' ? performUndoSession : performPublishSession;
  await work(context, { ...ids, session_id: id }, run);
} else {
  const work = job === 'undo-import' ? performUndoImport : performPublishImport;
  await work(context, { ...ids, import_id: id }, run);
}
await sql.end();
