/**
 * A process that does the job of one published session without a queue, for imports.test.ts to kill:
 * `import-job.ts HOUSEHOLD SESSION RUN`. Says `started` once it is about to begin, and at the
 * end how much memory it took. With `node --expose-gc` it collects all garbage every half second and says
 * how much was left, in the middle of all times: what the import really keeps.
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
const live: number[] = [];
const { gc } = globalThis;
const sampling = setInterval(() => {
  if (gc === undefined) return;
  gc();
  live.push(process.memoryUsage().heapUsed / 1024);
}, 500);
const log = createLog({ level: 'error', process: 'import-job' });
await runImport({ config, sql, log, clock: systemClock }, { householdId, sessionId, runId });
clearInterval(sampling);
await sql.end();
process.stdout.write(`max_rss_kb ${process.resourceUsage().maxRSS}\n`);
const median = live.toSorted((a, b) => a - b)[Math.floor(live.length / 2)];
if (median !== undefined) process.stdout.write(`live_heap_kb ${Math.round(median)}\n`);
