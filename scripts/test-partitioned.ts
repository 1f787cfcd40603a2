/**
 * `npm run test:partitioned`: runs the suite with the transactions of each test database in partitions, and fails on a
 * statement that reads more than one of them: it did not say whose rows it wants. Further arguments are those of `npm test`.
 */
import { startTestServer } from './test/database.ts';
import { runMocha } from './test/mocha.ts';
import { createPartitionWatch } from './test/partition-watch.ts';
import { PLAN_LOG_SETTINGS } from './test/plan-log.ts';
import { compilePrograms } from './test/programs.ts';
import { readTestArguments } from './test/read-test-arguments.ts';

const PARTITIONS = 4;

const args = readTestArguments();
const started = Date.now();
const programs = await compilePrograms();
process.once('exit', programs.remove);
const watch = createPartitionWatch();
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
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => stop.abort());
}
try {
  const env = { TEST_TEMPLATE_URL: server.templateUrl, TEST_PROGRAMS: programs.dir };
  const totals = await runMocha(args, env, stop.signal);
  const { statements, wide, torn } = watch.report();
  for (const query of wide) console.log(`\nread more than one partition:\n${query}`);
  console.log(`\n${statements} statements on transactions, ${wide.length} of them over partitions`);
  if (torn > 0) console.log(`${torn} plans could not be read`);
  console.log(`took ${Math.round((Date.now() - started) / 1000)} s`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  const isSound = totals.failed === 0 && totals.passed > 0 && wide.length === 0;
  process.exitCode = isSound && (args.length > 0 || statements > 0) ? 0 : 1;
} finally {
  await server.stop();
}
process.exit();
