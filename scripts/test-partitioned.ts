/**
 * `npm run test:long -- partitioned`: runs the suite with the transactions of each test database in partitions, as
 * `deploy/sql/partition-transactions.sql` makes them. Further arguments are those of `npm test`.
 */
import { startTestServer } from './test/database.ts';
import { readTestArguments } from './test/read-test-arguments.ts';
import { runSuite } from './test/run-suite.ts';

const PARTITIONS = 4;

await runSuite(readTestArguments(), () => startTestServer(undefined, { partitions: PARTITIONS }));
