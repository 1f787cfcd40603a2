/**
 * Part of `npm run bench -- preflight`: how the API answers others while preflights of 10 MB run, four at once.
 * Brings its own PostgreSQL. The files come from this process, at a lower priority, for real clients have processors of
 * their own; the API and the client whose answers are timed run in processes of theirs.
 */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { startTestServer } from '../scripts/test/database.ts';
import { connect } from '../shared/postgres/connect.ts';
import { makeBankFile } from './bank-file.ts';
import { makeNativeFile } from './native-file.ts';
import { insertHouseholdWithKey } from './rules-data.ts';
import type { ReaderReport, ReaderTask } from './rules-reader.ts';

const THREADS = 4;
const SECONDS = 15;
const SERVER = fileURLToPath(new URL('./preflight-api-server.ts', import.meta.url));
const READER = fileURLToPath(new URL('./rules-reader.ts', import.meta.url));

interface Delays {
  p50: number;
  p99: number;
  max: number;
  rss: number;
}

/** What the child answers to a message. */
async function ask<T>(child: ChildProcess, message: string | ReaderTask): Promise<T> {
  const answer = once(child, 'message');
  child.send(message);
  const [value] = (await answer) as [T];
  return value;
}

async function preflight(base: string, key: string, native: boolean, content: Buffer) {
  const form = new FormData();
  form.append('type', native ? 'NativeImport' : 'TransactionImport');
  form.append('file', new Blob([new Uint8Array(content)], { type: 'text/plain' }), 'file.csv');
  const options = { method: 'POST', headers: { 'X-Api-Key': key }, body: form };
  const answer = await fetch(`${base}/api/v1/imports/preflight`, options);
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`preflight answered ${answer.status}: ${text}`);
}

/** Prints the table. */
export async function benchApi(): Promise<void> {
  const database = await startTestServer(undefined, { open: true });
  const sql = connect({ databaseUrl: database.templateUrl, poolMax: 1, applicationName: 'bench' });
  const { key } = await insertHouseholdWithKey(sql);
  await sql.end({ timeout: 5 });
  const env = {
    ...process.env,
    DATABASE_URL: database.templateUrl,
    PREFLIGHT_THREADS: String(THREADS),
  };
  const child = fork(SERVER, { env, execArgv: ['--import', 'tsx'] });
  const reader = fork(READER, { execArgv: ['--import', 'tsx'] });
  // Children start at the priority of their parent, so only now.
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    const [{ port }] = (await once(child, 'message')) as [{ port: number }];
    const base = `http://127.0.0.1:${port}`;
    const files = [makeBankFile(), makeNativeFile()];
    const run = async (index: number) => {
      const native = index % 2 === 1;
      await preflight(base, key, native, files[native ? 1 : 0] ?? Buffer.alloc(0));
    };
    // Threads are started and code is compiled before the measurement.
    await Promise.all(Array.from({ length: THREADS }, (_, index) => run(index)));
    await ask<ReaderReport>(reader, { base, key, seconds: 1 });
    console.log(`\n| GET /api/v1/rules while | p50 ms | p99 ms | loop delay p99 ms | rss MiB |`);
    console.log('|---|---:|---:|---:|---:|');
    for (const busy of [false, true]) {
      await ask(child, 'reset');
      const until = performance.now() + SECONDS * 1000;
      let done = 0;
      const loads = Array.from({ length: busy ? THREADS : 0 }, async (_, index) => {
        for (; performance.now() < until; done += 1) await run(index);
      });
      const latencies = await ask<ReaderReport>(reader, { base, key, seconds: SECONDS });
      await Promise.all(loads);
      const delays = await ask<Delays>(child, 'read');
      const what = busy ? `${THREADS} preflights run (${done} in ${SECONDS} s)` : 'idle';
      console.log(
        `| ${what} | ${latencies.p50.toFixed(1)} | ${latencies.p99.toFixed(1)} | ${delays.p99.toFixed(1)} | ${Math.round(delays.rss / 1024 / 1024)} |`,
      );
    }
  } finally {
    reader.kill();
    child.kill();
    await database.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await benchApi();
  process.exit();
}
