/**
 * Runs the test suite: `npm test`, or `npm test -- test/some.test.ts` for some of it; further
 * arguments go to mocha. Brings its own PostgreSQL unless DATABASE_URL names a server; with
 * REDIS_URL the queue runs on that Redis. The last line of the output is `N passed, N failed`.
 */
import { startTestServer } from './test/database.ts';
import { runMocha } from './test/mocha.ts';
import { compilePrograms } from './test/programs.ts';
import { readTestArguments } from './test/read-test-arguments.ts';

const args = readTestArguments();
const started = Date.now();
const programs = await compilePrograms();
process.once('exit', programs.remove);
const server = await startTestServer(process.env.DATABASE_URL);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort());
}
try {
  const env = { TEST_TEMPLATE_URL: server.templateUrl, TEST_PROGRAMS: programs.dir };
  const totals = await runMocha(args, env, stop.signal);
  const seconds = Math.round((Date.now() - started) / 1000);
  if (totals.pending > 0) console.log(`${totals.pending} skipped`);
  console.log(`took ${seconds} s`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  process.exitCode = totals.failed === 0 && totals.passed + totals.pending > 0 ? 0 : 1;
} finally {
  await server.stop();
}
process.exit();
