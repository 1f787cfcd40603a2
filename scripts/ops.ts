/**
 * What an operator asks and does: `npm run ops -- --help` says how. Talks to the database and the queue itself, so it
 * works while nothing else does: those of DATABASE_URL, else of what `npm start` runs here.
 */
import { userInfo } from 'node:os';
import { systemClock } from '../shared/clock.ts';
import { connect } from '../shared/db/connect.ts';
import { QUEUE_NAMES, createQueues } from '../shared/jobs/queues.ts';
import { createLog } from '../shared/log.ts';
import { diagnose, explain, lookAtAll } from '../shared/operations/look.ts';
import { leversOf } from '../shared/operations/operate.ts';
import { isUuid } from '../shared/uuid.ts';
import { describeAll, describeConnection } from './ops/describe.ts';
import { loadServiceConfig } from './terminal/find-service.ts';

const USAGE = `Usage:
  npm run ops -- status                        queues, connections, the last actions
  npm run ops -- why HOUSEHOLD_OR_CONNECTION   the latest runs of a connection, and what to do
  npm run ops -- pause QUEUE                   its jobs wait: ${QUEUE_NAMES.join(', ')}
  npm run ops -- resume QUEUE
  npm run ops -- retry JOB_ID|REASON|all       starts the runs of failed jobs again
  npm run ops -- doctor                        what is wrong; exit code 1 when something is

Each action is noted with who did it.`;

function fail(message: string): never {
  console.error(`${message}\n\n${USAGE}`);
  process.exit(2);
}

async function run(command: string, target: string): Promise<void> {
  const config = loadServiceConfig();
  const { databaseUrl } = config;
  const sql = connect({ databaseUrl, poolMax: 2, applicationName: 'ledgerline-ops' });
  const log = createLog({ level: 'error', process: 'ops' });
  const queues = createQueues(config, log);
  const context = { sql, queues, log, clock: systemClock };
  const levers = leversOf(context, `ops: ${userInfo().username}`);
  try {
    if (command === 'status') console.log(describeAll(await lookAtAll(context)));
    else if (command === 'why') {
      const found = isUuid(target) ? await explain(context, target) : [];
      if (found.length === 0) throw new Error(`There is no connection or household ${target}.`);
      console.log(found.map(describeConnection).join('\n\n'));
    } else if (command === 'doctor') {
      const found = await diagnose(context);
      console.log(found.length === 0 ? 'All is well.' : found.join('\n'));
      if (found.length > 0) process.exitCode = 1;
    } else if (command === 'retry') {
      const { retried, refused } = await levers.retry(target);
      console.log(`${retried} started again`);
      for (const [reason, count] of Object.entries(refused)) console.log(`${count} not: ${reason}`);
    } else {
      const queue = QUEUE_NAMES.find((name) => name === target);
      if (queue === undefined) fail(`QUEUE is one of ${QUEUE_NAMES.join(', ')}.`);
      await (command === 'pause' ? levers.pause(queue) : levers.resume(queue));
      console.log(`${queue} is ${command === 'pause' ? 'paused' : 'resumed'}`);
    }
  } finally {
    await queues.close();
    await sql.end({ timeout: 5 });
  }
}

const [command = '', target = ''] = process.argv.slice(2);
if (command === '--help' || command === 'help') console.log(USAGE);
else if (!['status', 'why', 'pause', 'resume', 'retry', 'doctor'].includes(command)) {
  fail(command === '' ? 'Name a command.' : `There is no command ${command}.`);
} else if (target === '' && command !== 'status' && command !== 'doctor') {
  fail(`${command} needs to know of what.`);
} else {
  try {
    await run(command, target);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
}
