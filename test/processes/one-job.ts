/** A process that does one job without a queue, for a test to kill: `one-job.ts JOB HOUSEHOLD IMPORT RUN`. */
import { systemClock } from '../../shared/platform/clock.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect } from '../../shared/postgres/connect.ts';
import { createLog } from '../../shared/platform/log.ts';
import { performPublishSession } from '../../workers/imports/publish-session.ts';
import { performPublishImport } from '../../workers/imports/run-csv-import.ts';
import { performUndoImport, performUndoSession } from '../../workers/imports/undo-import.ts';
import { performApplyRules } from '../../workers/rules/apply-rules.ts';
import { jobRun } from '../helpers/job-run.ts';
import { recordQueues } from '../helpers/run-import-job.ts';

const [job = '', household_id = '', id = '', run_id = ''] = process.argv.slice(2);
const config = loadConfig();
const { databaseUrl } = config;
const sql = connect({ databaseUrl, poolMax: 3, applicationName: 'one-job' });
const log = createLog({ level: 'error', process: 'one-job' });
const context = { config, sql, log, clock: systemClock, queues: recordQueues().queues };
const run = jobRun({ jobId: run_id });
const ofSession = { household_id, run_id, session_id: id };
const ofImport = { household_id, run_id, import_id: id };
const jobs: Record<string, () => Promise<unknown>> = {
  'publish-session': () => performPublishSession(context, ofSession, run),
  'undo-session': () => performUndoSession(context, ofSession, run),
  'publish-import': () => performPublishImport(context, ofImport, run),
  'undo-import': () => performUndoImport(context, ofImport, run),
  'apply-rules': () => performApplyRules(context, { household_id, rule_run_id: run_id }, run),
};
await jobs[job]?.();
await sql.end();
