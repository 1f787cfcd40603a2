/**
 * `npm run test:long -- oldest`: runs the suite on the oldest supported PostgreSQL, Debian 12's 15, which it installs
 * if it is missing. Further arguments are those of `npm test`.
 */
import { startTestServer } from './test/database.ts';
import { installDebian } from './test/debian.ts';
import { readTestArguments } from './test/read-test-arguments.ts';
import { runSuite } from './test/run-suite.ts';

const BIN = '/usr/lib/postgresql/15/bin';

const args = readTestArguments();
installDebian('postgresql-15', `${BIN}/postgres`);
await runSuite(args, () => startTestServer(undefined, { bin: BIN }));
