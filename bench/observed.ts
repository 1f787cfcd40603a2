/**
 * `npm run bench:observed`: what metrics and traces cost of GET /rules, of a preflight and of a sync. Processes without
 * either, with metrics (scraped), and with metrics and traces take turns at the same work within one run; compared is the
 * processor time of the process, in pairs, which other work on the machine hardly changes. Prints the table of docs/PERFORMANCE.md.
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
import { startTestServer } from '../scripts/test/database.ts';
import { compilePrograms } from '../scripts/test/programs.ts';
import { generateApiKey } from '../shared/api-key.ts';
import { loadConfig } from '../shared/config.ts';
import { sealSecret } from '../shared/crypto.ts';
import { connect } from '../shared/db/connect.ts';
import { migrateQueues } from '../shared/jobs/migrate-queues.ts';
import { createQueues } from '../shared/jobs/queues.ts';
import { enqueueSync } from '../shared/jobs/sync-connection.ts';
import { createLog } from '../shared/log.ts';
import { insertApiKey } from '../shared/store/households/api-keys.ts';
import { insertHousehold } from '../shared/store/households/households.ts';
import { insertUser } from '../shared/store/households/users.ts';
import { insertConnection } from '../shared/store/syncs/provider-connections.ts';
import { insertOrJoinSync } from '../shared/store/syncs/syncs.ts';
import { makeBankFile } from './bank-file.ts';
import { median, percentile } from './percentile.ts';
import { startBenchProvider } from './sync-provider.ts';

const { positionals } = readCommandLine(
  `Usage: npm run bench:observed [-- ROUNDS]

What metrics and traces cost of GET /rules, of a preflight and of a sync, in so many rounds (15).`,
  { words: 1 },
);
const ROUNDS = wholeNumber('ROUNDS', positionals[0] ?? 15);
const REQUESTS = 1500;
const SYNC_ROWS = 20_000;
const SCRAPE_MS = 5000;
const PRELOAD = new URL('./observed-child.mjs', import.meta.url).href;
const VARIANTS = {
  bare: { METRICS: 'off' },
  metrics: {},
  'metrics and traces, one in twenty': { TRACED: '0.05' },
  'metrics and traces, all': { TRACED: '1' },
};
type Variant = keyof typeof VARIANTS;

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
    execArgv: ['--import', PRELOAD],
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

async function processorMs({ child }: Started): Promise<number> {
  child.send('how much');
  for (;;) {
    const [answer] = (await once(child, 'message')) as [unknown];
    // The process also tells its port.
    if (typeof answer === 'number') return answer;
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
const file = new Uint8Array(makeBankFile());

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

/** Everything of one variant: its own queues in the same database. */
async function open(variant: Variant) {
  const { TRACED, ...over } = { TRACED: undefined, ...VARIANTS[variant] };
  const env: NodeJS.ProcessEnv = {
    ...over,
    DATABASE_URL: server.templateUrl,
    QUEUE_PREFIX: `bench-${Object.keys(VARIANTS).indexOf(variant)}`,
    CREDENTIALS_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    PROVIDER_BASE_URL: provider.url,
    PROVIDER_RATE_PER_MINUTE: '0',
    PORT: '0',
    ...(TRACED === undefined
      ? {}
      : {
          OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${receiverPort}`,
          OTEL_TRACES_SAMPLER_ARG: TRACED,
        }),
  };
  const config = loadConfig({ ...process.env, ...env });
  if (config.redisUrl === null) await migrateQueues(config.queueDatabaseUrl, config.queuePrefix);
  const queues = createQueues(config, createLog({ level: 'error', process: 'bench' }));
  const [web, worker] = await Promise.all([
    start('api/main.js', env),
    start('workers/sync.js', env),
  ]);
  const scraping = setInterval(() => {
    if (variant !== 'bare') void fetch(`${worker.base}/metrics`).then((answer) => answer.text());
  }, SCRAPE_MS);
  return {
    web,
    worker,
    sync: async (): Promise<void> => {
      const id = randomUUID();
      if (config.credentialKeys === null) throw new Error('no credential key');
      const credential = sealSecret(config.credentialKeys, `key-${id}`, id);
      const owner = await insertHousehold(sql, 'Bench');
      const connection = { id, name: 'Bench', credential, lastFour: '', historyStart: null };
      await insertConnection(sql, owner.id, connection);
      const { sync } = await insertOrJoinSync(sql, owner.id, id, 'manual', new Date());
      await enqueueSync(queues, sync);
      for (;;) {
        await delay(20);
        const [run] = await sql<{ status: string; finishedAt: Date | null }[]>`
          select status, finished_at
          from syncs
          where id = ${sync.id}`;
        if (run?.finishedAt === null || run === undefined) continue;
        if (run.status !== 'completed') throw new Error(`a sync ended as ${run.status}`);
        return;
      }
    },
    async close() {
      clearInterval(scraping);
      web.child.kill('SIGKILL');
      worker.child.kill('SIGKILL');
      await queues.close();
    },
  };
}

type Opened = Awaited<ReturnType<typeof open>>;
const opened = new Map<Variant, Opened>();
for (const variant of Object.keys(VARIANTS) as Variant[]) opened.set(variant, await open(variant));

const TASKS: Record<string, (opened: Opened) => [Started, () => Promise<void>]> = {
  [`${REQUESTS} × GET /rules`]: ({ web }) => [web, () => readRules(web)],
  'a preflight of 10 MB': ({ web }) => [web, () => preflight(web)],
  [`a sync of ${SYNC_ROWS} rows`]: ({ worker, sync }) => [worker, sync],
};

console.log(
  `Node ${process.version}; medians of ${ROUNDS} rounds, processor time of the process\n`,
);
console.log('| work | process | ms | × bare | middle half |\n|---|---|---:|---:|---:|');
for (const [name, taskOf] of Object.entries(TASKS)) {
  const times = new Map<Variant, number[]>();
  for (let round = -2; round < ROUNDS; round += 1) {
    // Another one begins each time, so that none always has the warm caches.
    const order = [...opened.keys()];
    for (let turns = Math.abs(round) % order.length; turns > 0; turns -= 1) {
      order.push(...order.splice(0, 1));
    }
    for (const variant of order) {
      const each = opened.get(variant);
      if (each === undefined) continue;
      const [started, work] = taskOf(each);
      const before = await processorMs(started);
      await work();
      const spent = (await processorMs(started)) - before;
      // The first rounds only warm the code up.
      if (round >= 0) times.set(variant, [...(times.get(variant) ?? []), spent]);
    }
  }
  const bare = times.get('bare') ?? [];
  for (const [variant, list] of times) {
    const ratios = list.map((ms, index) => ms / (bare[index] ?? NaN));
    const spread = [0.25, 0.75].map((share) => percentile(ratios, share).toFixed(2)).join(' to ');
    const figures = [median(list).toFixed(0), median(ratios).toFixed(3), spread];
    console.log(`| ${name} | ${variant} | ${figures.join(' | ')} |`);
  }
}
for (const each of opened.values()) await each.close();
provider.close();
receiver.close();
await sql.end({ timeout: 5 });
await server.stop();
programs.remove();
process.exit(0);
