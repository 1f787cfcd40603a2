/**
 * The commands of an operator: `npm run ops -- --help` lists them. They talk to the database and the queue directly, so they
 * work while nothing else does: those of DATABASE_URL, else of what `npm start` runs here.
 */
import { userInfo } from 'node:os';
import { systemClock } from '../shared/platform/clock.ts';
import { connect } from '../shared/postgres/connect.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { createLog } from '../shared/platform/log.ts';
import { OPS_USAGE, readOpsCommand, runOps } from './ops/run-ops.ts';
import type { OpsCommand } from './ops/run-ops.ts';
import { loadServiceConfig } from './terminal/find-service.ts';
import { UsageError } from './terminal/usage-error.ts';

async function run(asked: OpsCommand): Promise<void> {
  const config = loadServiceConfig();
  const { databaseUrl } = config;
  const sql = connect({ databaseUrl, poolMax: 2, applicationName: 'ledgerline-ops' });
  const log = createLog({ level: 'error', process: 'ops' });
  const queues = createQueues(config, log);
  try {
    const context = { sql, queues, log, config, clock: systemClock };
    const { text, code } = await runOps(context, asked, `ops: ${userInfo().username}`);
    console.log(text);
    process.exitCode = code;
  } finally {
    await queues.close();
    await sql.end({ timeout: 5 });
  }
}

try {
  const asked = readOpsCommand(process.argv.slice(2));
  if (asked === null) console.log(OPS_USAGE);
  else await run(asked);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  if (error instanceof UsageError) console.error(`\n${OPS_USAGE}`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
