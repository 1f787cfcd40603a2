/** `npm run partition`: divides transactions by household; `--help` says what that means. docs/SCALING.md says when to. */
import { performance } from 'node:perf_hooks';
import { checkMigrations } from '../shared/db/check-database.ts';
import { connect } from '../shared/db/connect.ts';
import type { Sql } from '../shared/db/connect.ts';
import { retryDeadlocks } from '../shared/db/retry-deadlocks.ts';
import { errorCode } from '../shared/error-code.ts';
import {
  describeSize,
  listHolders,
  partitionTransactions,
  PARTITIONS_MAX,
  previewPartitions,
} from './partition/partition-transactions.ts';
import { readCommandLine, wholeNumber } from './terminal/command-line.ts';
import { loadServiceConfig } from './terminal/find-service.ts';
import { UsageError } from './terminal/usage-error.ts';

const USAGE = `Usage: npm run partition -- [--partitions 16] [--wait 10] [--dry-run]

Divides the table transactions by hash of household_id. Everything is done in one transaction: while it runs,
whatever reads or writes transactions waits, so stop the service first; ended in the middle, it leaves everything as it was.
The disk needs room for the table and its indexes a second time.

--partitions  how many, from 2 to ${PARTITIONS_MAX}; more can't be made of them later
--wait        seconds to wait for others to let go of the table, before giving up
--dry-run     shows the statements and changes nothing`;

const { values } = readCommandLine(USAGE, {
  options: {
    partitions: { type: 'string', default: '16' },
    wait: { type: 'string', default: '10' },
    'dry-run': { type: 'boolean', default: false },
  },
});

async function run(sql: Sql): Promise<void> {
  const partitions = wholeNumber('--partitions', values.partitions, 2);
  if (partitions > PARTITIONS_MAX) {
    throw new UsageError(`--partitions must be at most ${PARTITIONS_MAX}.`);
  }
  const lockMs = 1000 * wholeNumber('--wait', values.wait);
  await checkMigrations(sql);
  const steps = await previewPartitions(sql, partitions);
  const { rows, size } = await describeSize(sql);
  console.log(`transactions: about ${rows.toLocaleString('en')} rows, ${size} with its indexes`);
  if (values['dry-run']) {
    for (const { statements } of steps) console.log(`\n${statements.join(';\n')};`);
    return;
  }
  const started = performance.now();
  const onStep = (name: string) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${seconds.padStart(8)} s  ${name}`);
  };
  try {
    await retryDeadlocks(() => partitionTransactions(sql, { partitions, lockMs, onStep }));
  } catch (error) {
    if (errorCode(error) !== '55P03') throw error;
    const holders = await listHolders(sql);
    throw new Error(
      `Others use the table, nothing was changed: ${holders.join('; ') || 'they are gone now'}.`,
      { cause: error },
    );
  }
}

try {
  const config = loadServiceConfig();
  const databaseUrl = config.databaseSessionUrl;
  const sql = connect({ databaseUrl, poolMax: 1, applicationName: 'ledgerline-partition' });
  try {
    await run(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
