/**
 * Runs the test suite: `npm test`, or `npm test -- test/some.test.ts` for some of it; further
 * arguments go to mocha. Brings its own PostgreSQL unless DATABASE_URL names a server; with
 * REDIS_URL the queue runs on that Redis. The last line of the output is `N passed, N failed`.
 */
import { startTestServer } from './test/database.ts';
import { readTestArguments } from './test/read-test-arguments.ts';
import { runSuite } from './test/run-suite.ts';

await runSuite(readTestArguments(), () => startTestServer(process.env.DATABASE_URL));
