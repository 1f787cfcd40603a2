/**
 * `npm run test:long -- sync-import SEEDS [FIRST]`: years of made-up banks, synced and imported from files in any order. Each
 * must end with exactly the bank's rows. Prints what is wrong with those that do not; the exit code is 0 only when all
 * hold. Brings its own PostgreSQL.
 */
import { connect } from '../../shared/postgres/connect.ts';
import { loadConfig } from '../../shared/platform/config.ts';
import { readCommandLine, wholeNumber } from '../../scripts/terminal/command-line.ts';
import { startTestServer } from '../../scripts/test/database.ts';
import { startBankYears } from '../helpers/bank-year-play.ts';

const { positionals } = readCommandLine(
  `Usage: npm run test:long -- sync-import [SEEDS [FIRST]]

Years of made-up banks (200, from seed 1), synced and imported from files in any order; each must end with exactly the
bank's rows.`,
  { words: 2 },
);
const [seeds = 200, first = 1] = positionals.map((text) => wholeNumber('A seed', text));
const started = performance.now();
const server = await startTestServer(undefined, { open: true });
const url = server.templateUrl;
const sql = connect({ databaseUrl: url, poolMax: 5, applicationName: 'sync-import' });
const config = (env: NodeJS.ProcessEnv = {}) =>
  loadConfig({ LOG_LEVEL: 'error', DATABASE_URL: url, ...env });
const years = await startBankYears({ url, sql, config });
const totals = { rows: 0, doubled: 0, lost: 0, failed: 0 };
try {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const { rows, doubled, lost, story } = await years.play(String(seed));
    totals.rows += rows;
    totals.doubled += doubled.length;
    totals.lost += lost.length;
    if (doubled.length + lost.length === 0) continue;
    totals.failed += 1;
    console.log(`seed ${seed}: ${doubled.length} doubled, ${lost.length} lost of ${rows}`);
    for (const line of [...story, ...doubled.map((row) => `+ ${row}`)]) console.log(`  ${line}`);
    for (const row of lost) console.log(`  - ${row}`);
  }
} finally {
  await years.close();
  await sql.end({ timeout: 5 });
  await server.stop();
}
const seconds = Math.round((performance.now() - started) / 1000);
console.log(
  `${seeds} years from seed ${first}, ${totals.rows} rows in ${seconds} s: ` +
    `${totals.doubled} doubled, ${totals.lost} lost, in ${totals.failed} of the years`,
);
process.exit(totals.failed === 0 ? 0 : 1);
