/** Performs one run of rules as its worker does, in a process that a test may kill: DATABASE_URL, household, run. */
import { systemClock } from '../../shared/platform/clock.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect } from '../../shared/postgres/connect.ts';
import type { Queues } from '../../shared/queue/queues.ts';
import { createLog } from '../../shared/platform/log.ts';
import { performApplyRules } from '../../workers/rules/apply-rules.ts';
import { jobRun } from '../helpers/job-run.ts';

const [household = '', run = ''] = process.argv.slice(2);
const config = loadConfig(process.env);
const sql = connect({ databaseUrl: config.databaseUrl, poolMax: 2, applicationName: 'rules-job' });
const log = createLog({ level: 'error', process: 'test' });
await performApplyRules(
  { config, sql, queues: {} as Queues, log, clock: systemClock },
  { household_id: household, rule_run_id: run },
  jobRun({ jobId: run, isLastAttempt: true }),
);
await sql.end({ timeout: 5 });
