/**
 * `npm run test:long -- pooler`: runs the tests that ask most of a connection through Debian's PgBouncer in transaction
 * mode, which it installs if it is missing. Each transaction gets the next of four server connections, so nothing that
 * a session keeps is found again. Further arguments name other tests.
 */
import { startTestServer } from './test/database.ts';
import { startPgbouncer } from './test/pgbouncer.ts';
import { readTestArguments } from './test/read-test-arguments.ts';
import { runSuite } from './test/run-suite.ts';

const DEFAULT_FILES = [
  'test/shared/postgres/pooled.test.ts',
  'test/workers/**/*.test.ts',
  'test/api/routes/*.test.ts',
  'test/api/http/idempotency.test.ts',
  'test/processes/sync.full.test.ts',
  'test/processes/undo-kills.full.test.ts',
  'test/processes/rules.full.test.ts',
];

const asked = readTestArguments();
await runSuite(asked.length > 0 ? asked : DEFAULT_FILES, async () => {
  const server = await startTestServer(undefined);
  const pooler = await startPgbouncer(server.templateUrl);
  return {
    ...server,
    env: { TEST_POOLER: pooler.host },
    stop: async () => {
      pooler.stop();
      await server.stop();
    },
  };
});
