/**
 * `npm run bench -- observed`: what metrics and traces cost of GET /rules, of a preflight and of a sync. One process each, `web` and
 * `worker-sync`, whose metrics and traces are switched off and on in turns, so that neither the compiler's luck nor what else
 * the machine does lies between them; compared is its processor time, in pairs. Prints the table of docs/PERFORMANCE.md.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { readCommandLine, wholeNumber } from '../scripts/terminal/command-line.ts';
import { freePort } from '../scripts/ports.ts';
import { startTestServer } from '../scripts/test/database.ts';
import { compilePrograms } from '../scripts/test/programs.ts';
import { generateApiKey } from '../shared/households/api-key.ts';
import { loadConfig } from '../shared/platform/config.ts';
import { sealSecret } from '../shared/platform/crypto.ts';
import { connect } from '../shared/postgres/connect.ts';
import { migrateQueues } from '../shared/queue/migrate-queues.ts';
import { createQueues } from '../shared/queue/queues.ts';
import { syncConnectionJob } from '../shared/queue/runs/kinds.ts';
import { createLog } from '../shared/platform/log.ts';
import { insertApiKey } from '../shared/households/api-keys.ts';
import { insertHousehold } from '../shared/households/households.ts';
import { insertUser } from '../shared/households/users.ts';
import { insertConnection } from '../shared/sync/store/provider-connections.ts';
import { insertOrJoinSync } from '../shared/sync/store/syncs.ts';
import { makeBankFile } from './bank-file.ts';
import { compare, median } from './percentile.ts';
import { startBenchProvider } from './sync-provider.ts';

const { positionals } = readCommandLine(
  `Usage: npm run bench -- observed [SECONDS]

What metrics and traces cost of GET /rules, of a preflight and of a sync, each measured for so many seconds (240).`,
  { words: 1 },
);
const SECONDS = wholeNumber('SECONDS', positionals[0] ?? 240);
// Short turns, many of them: the machine's speed changes from one second to the next by more than what is measured.
const REQUESTS = 60;
const FILE_ROWS = 10_000;
const SYNC_ROWS = 2000;
/** This part of the time passes before anything counts. */
const WARM_UP = 0.2;
/** Of the recorded and the others, as one in twenty is recorded where nothing else is set. */
const RECORDED = 0.05;
const SCRAPES = 50;
const PRELOAD = new URL('./observed-child.mjs', import.meta.url).href;
const MODES = {
  neither: { metrics: false, traces: 'off' },
  metrics: { metrics: true, traces: 'off' },
  unrecorded: { metrics: true, traces: 'unrecorded' },
  recorded: { metrics: true, traces: 'recorded' },
} as const;
type Mode = keyof typeof MODES;
const NAMES = Object.keys(MODES) as Mode[];

// Compiled, as in production: tsx names each function anew when it is made, which costs most where many are.
const programs = await compilePrograms();
const server = await startTestServer(process.env.DATABASE_URL, { open: true });
const sql = connect({ databaseUrl: server.templateUrl, poolMax: 4, applicationName: 'bench' });
const provider = await startBenchProvider(SYNC_ROWS, 2500, new Date().toISOString().slice(0, 10));
const receiver = createServer((request, response) => {
  request.resume().on('end', () => response.end('{}'));
});
receiver.listen(0, '127.0.0.1');
await once(receiver, 'listening');
const { port: receiverPort } = receiver.address() as AddressInfo;

interface Started {
  child: ChildProcess;
  base: string;
}

/** Starts a process of the Procfile, which says its port when it works. */
async function start(entry: string, env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(path.join(programs.dir, entry), {
    env: { ...process.env, ...env },
    execArgv: ['--expose-gc', '--import', PRELOAD],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const port = await new Promise<number>((resolve) => {
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      const said = JSON.parse(line) as Record<string, unknown>;
      if (/is working|listens on/.test(String(said['message']))) {
        resolve(Number(said['port'] ?? said['health_port']));
      }
    });
  });
  return { child, base: `http://127.0.0.1:${port}` };
}

/** Has the process do as it is told, and returns the processor time that it had used by then, in milliseconds. */
async function tell({ child }: Started, message: object | string): Promise<number> {
  child.send(message);
  for (;;) {
    const [answer] = (await once(child, 'message')) as [object];
    // The process also tells its port.
    if ('processorMs' in answer) return answer.processorMs as number;
  }
}

const household = await insertHousehold(sql, 'Bench');
const user = await insertUser(sql, household.id, 'Bench');
const { value: apiKey, digest, lastFour } = generateApiKey();
const key = { name: 'bench', digest, lastFour, scope: 'read' as const, expiresAt: null };
await insertApiKey(sql, household.id, user.id, key);
const headers = { 'X-Api-Key': apiKey };
await sql`
  insert into rules (household_id, name, active, resource_type)
  select ${household.id}, 'Rule ' || number, true, 'transaction'
  from generate_series(1, 25) as number`;
const file = new Uint8Array(makeBankFile('sound', FILE_ROWS));

async function readRules({ base }: Started): Promise<void> {
  for (let sent = 0; sent < REQUESTS; sent += 1) {
    const answer = await fetch(`${base}/api/v1/rules`, { headers });
    await answer.arrayBuffer();
    if (answer.status !== 200) throw new Error(`GET /rules answered ${answer.status}`);
  }
}

async function preflight({ base }: Started): Promise<void> {
  const body = new FormData();
  body.append('type', 'TransactionImport');
  body.append('file', new Blob([file], { type: 'text/csv' }), 'file.csv');
  const answer = await fetch(`${base}/api/v1/imports/preflight`, { method: 'POST', headers, body });
  await answer.arrayBuffer();
  if (answer.status !== 200) throw new Error(`the preflight answered ${answer.status}`);
}

const metricsPort = await freePort();
const env: NodeJS.ProcessEnv = {
  DATABASE_URL: server.templateUrl,
  CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
  PROVIDER_BASE_URL: provider.url,
  PROVIDER_RATE_PER_MINUTE: '0',
  PORT: '0',
  METRICS_PORT: String(metricsPort),
  OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiverPort}`,
};
const config = loadConfig({ ...process.env, ...env });
if (config.redisUrl === null) await migrateQueues(config.queueDatabaseUrl, config.queuePrefix);
const queues = createQueues(config, createLog({ level: 'error', process: 'bench' }));
const [web, worker] = await Promise.all([start('api/main.js', env), start('workers/sync.js', env)]);

async function sync(): Promise<void> {
  const id = randomUUID();
  if (config.credentialKeys === null) throw new Error('no credential key');
  const credential = sealSecret(config.credentialKeys, `key-${id}`, id);
  const owner = await insertHousehold(sql, 'Bench');
  const connection = {
    id,
    name: 'Bench',
    credential,
    digest: Buffer.from(id),
    lastFour: '',
    historyStart: null,
  };
  await insertConnection(sql, owner.id, connection);
  const { sync: begun } = await insertOrJoinSync(sql, owner.id, id, 'manual', new Date());
  await syncConnectionJob.enqueue(queues, begun);
  for (;;) {
    await delay(20);
    const [run] = await sql<{ status: string; finishedAt: Date | null }[]>`
      select status, finished_at
      from syncs
      where id = ${begun.id}`;
    if (run?.finishedAt === null || run === undefined) continue;
    if (run.status !== 'completed') throw new Error(`a sync ended as ${run.status}`);
    return;
  }
}

/** Processor time of `work` by each mode, in milliseconds, a round each, for as long as the bench was asked to take. */
async function measure(of: Started, work: () => Promise<void>): Promise<Record<Mode, number[]>> {
  const times: Record<Mode, number[]> = { neither: [], metrics: [], unrecorded: [], recorded: [] };
  const start = performance.now();
  for (let round = 0, past = 0; past < SECONDS; round += 1) {
    past = (performance.now() - start) / 1000;
    // Another one begins each time, so that none always has the warm caches.
    const order = round % 2 === 0 ? [...NAMES] : NAMES.toReversed();
    for (let turns = (round >> 1) % order.length; turns > 0; turns -= 1) {
      order.push(...order.splice(0, 1));
    }
    for (const mode of order) {
      await tell(of, 'how much');
      const before = await tell(of, MODES[mode]);
      await work();
      const spent = (await tell(of, 'how much')) - before;
      if (past > WARM_UP * SECONDS) times[mode].push(spent);
    }
  }
  return times;
}

const TASKS: [string, Started, () => Promise<void>][] = [
  [`${REQUESTS} × GET /rules`, web, () => readRules(web)],
  [`a preflight of ${FILE_ROWS} rows`, web, () => preflight(web)],
  [`a sync of ${SYNC_ROWS} rows`, worker, sync],
];

console.log(`Node ${process.version}; ${SECONDS} s each, processor time of the process\n`);
console.log(
  '| work | | rounds | ms | × neither | middle half | ratio of medians |\n|---|---|---:|---:|---:|---:|---:|',
);
for (const [name, of, work] of TASKS) {
  const times = await measure(of, work);
  for (const mode of NAMES) {
    const { ratio, error, half } = compare(times[mode], times.neither);
    const [rounds, ms] = [times[mode].length, median(times[mode]).toFixed(1)];
    const told = `${ratio.toFixed(3)} ± ${error.toFixed(3)}`;
    const ofMedians = (median(times[mode]) / median(times.neither)).toFixed(3);
    console.log(`| ${name} | ${mode} | ${rounds} | ${ms} | ${told} | ${half} | ${ofMedians} |`);
  }
  // The costs of the two kinds add up by their shares.
  const [usual, recorded] = [times.unrecorded, times.recorded].map((list) =>
    compare(list, times.neither),
  );
  if (usual === undefined || recorded === undefined) continue;
  const mixed = (1 - RECORDED) * usual.ratio + RECORDED * recorded.ratio;
  const error = Math.hypot((1 - RECORDED) * usual.error, RECORDED * recorded.error);
  console.log(
    `| ${name} | **one in twenty recorded** | | | **${mixed.toFixed(3)} ± ${error.toFixed(3)}** | | |`,
  );
}
const scraped: [string, Started, string][] = [
  ['web', web, `http://127.0.0.1:${metricsPort}`],
  ['the worker', worker, worker.base],
];
for (const [name, of, base] of scraped) {
  const before = await tell(of, 'how much');
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) {
    await (await fetch(`${base}/metrics`)).arrayBuffer();
  }
  const each = ((await tell(of, 'how much')) - before) / SCRAPES;
  console.log(`\nA scrape of ${name}: ${each.toFixed(1)} ms.`);
}
web.child.kill('SIGKILL');
worker.child.kill('SIGKILL');
await queues.close();
provider.close();
receiver.close();
await sql.end({ timeout: 5 });
await server.stop();
programs.remove();
process.exit(0);
