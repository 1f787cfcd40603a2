/** `npm run search-index`: makes or drops the index for searches; `--help` says more. docs/SCALING.md says when to. */
import { performance } from 'node:perf_hooks';
import { checkMigrations } from '../shared/db/check-database.ts';
import { connect } from '../shared/db/connect.ts';
import type { Sql } from '../shared/db/connect.ts';
import { createSearchIndex, describeIndex, dropSearchIndex } from './search-index/search-index.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { loadServiceConfig } from './terminal/find-service.ts';
import { UsageError } from './terminal/usage-error.ts';

const USAGE = `Usage: npm run search-index -- create|drop

create  makes an index of trigrams for \`search\` of GET /transactions, with the extensions pg_trgm and btree_gin, while
        the service runs. Run it again after it was ended: it goes on where it was.
drop    removes the index; searches read all rows of the household again.

Searches find their rows over the index, and each inserted row costs more than twice the time and log.`;

const { positionals } = readCommandLine(USAGE, { words: 1 });

async function run(sql: Sql, command: string | undefined): Promise<void> {
  if (command !== 'create' && command !== 'drop') {
    throw new UsageError('Say create or drop; --help says what they do.');
  }
  await checkMigrations(sql);
  if (command === 'drop') {
    await dropSearchIndex(sql);
    console.log('The index is gone.');
    return;
  }
  const started = performance.now();
  await createSearchIndex(sql, (step) => {
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    console.log(`${seconds.padStart(8)} s  ${step}`);
  });
  console.log(`The index has ${await describeIndex(sql)}.`);
}

try {
  const sql = connect({
    databaseUrl: loadServiceConfig().databaseSessionUrl,
    poolMax: 1,
    applicationName: 'ledgerline-search-index',
  });
  try {
    await run(sql, positionals[0]);
  } finally {
    await sql.end({ timeout: 5 });
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
