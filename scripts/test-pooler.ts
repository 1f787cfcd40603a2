/**
 * `npm run test:pooler`: runs what asks most of a connection through Debian's PgBouncer in transaction mode, which it
 * installs when there is none. Each transaction gets the next of four server connections, so that nothing that a session
 * keeps is found again. Further arguments name other tests.
 */
import { startTestServer } from './test/database.ts';
import { runMocha } from './test/mocha.ts';
import { startPgbouncer } from './test/pgbouncer.ts';
import { compilePrograms } from './test/programs.ts';
import { readTestArguments } from './test/read-test-arguments.ts';

const TOLD = [
  'test/shared/db/pooled.test.ts',
  'test/workers/**/*.test.ts',
  'test/api/routes/*.test.ts',
  'test/api/http/idempotency.test.ts',
  'test/processes/sync.test.ts',
  'test/processes/imports.test.ts',
  'test/processes/rules.test.ts',
];

const asked = readTestArguments();
const programs = await compilePrograms();
process.once('exit', programs.remove);
const server = await startTestServer(undefined);
try {
  const pooler = await startPgbouncer(server.templateUrl);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => stop.abort());
  }
  try {
    const env = {
      TEST_TEMPLATE_URL: server.templateUrl,
      TEST_PROGRAMS: programs.dir,
      TEST_POOLER: pooler.host,
    };
    const totals = await runMocha(asked.length > 0 ? asked : TOLD, env, stop.signal);
    console.log(`${totals.passed} passed, ${totals.failed} failed`);
    process.exitCode = totals.failed === 0 && totals.passed > 0 ? 0 : 1;
  } finally {
    pooler.stop();
  }
} finally {
  await server.stop();
}
process.exit();
