/**
 * A process that does the job of one published session without a queue, for imports.test.ts to kill:
 * `import-job.ts HOUSEHOLD SESSION RUN`. Says `started` once it is about to begin.
 */
import { systemClock } from '../../shared/platform/clock.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { connect } from '../../shared/postgres/connect.ts';
import { createLog } from '../../shared/platform/log.ts';
import { runImport } from '../helpers/run-import-job.ts';

const [householdId = '', sessionId = '', runId = ''] = process.argv.slice(2);
const config = loadConfig();
const { databaseUrl } = config;
const sql = connect({ databaseUrl, poolMax: 3, applicationName: 'import-job' });
await sql`select 1`;
process.stdout.write('started\n');
const log = createLog({ level: 'error', process: 'import-job' });
await runImport({ config, sql, log, clock: systemClock }, { householdId, sessionId, runId });
await sql.end();
