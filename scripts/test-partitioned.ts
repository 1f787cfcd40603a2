/**
 * `npm run test:partitioned`: runs the suite with the transactions of each test database in partitions, and fails on a
 * statement that reads more than one of them: it did not say whose rows it wants. Further arguments are those of `npm test`.
 */
import { startTestServer } from './test/database.ts';
import { createPartitionWatch } from './test/partition-watch.ts';
import { PLAN_LOG_SETTINGS } from './test/plan-log.ts';
import { readTestArguments } from './test/read-test-arguments.ts';
import { runSuite } from './test/run-suite.ts';

const PARTITIONS = 4;

const args = readTestArguments();
const watch = createPartitionWatch();

async function startPartitioned() {
  const server = await startTestServer(undefined, {
    partitions: PARTITIONS,
    settings: {
      ...PLAN_LOG_SETTINGS,
      'auto_explain.log_min_duration': '0',
      'auto_explain.log_nested_statements': 'on',
    },
    onLog: watch.line,
  });
  watch.clear();
  return server;
}

function isPruned(): boolean {
  const { statements, wide, torn } = watch.report();
  for (const query of wide) console.log(`\nread more than one partition:\n${query}`);
  console.log(`\n${statements} statements on transactions, ${wide.length} of them over partitions`);
  if (torn > 0) console.log(`${torn} plans could not be read`);
  return wide.length === 0 && (args.length > 0 || statements > 0);
}

await runSuite(args, startPartitioned, isPruned);
