/**
 * `npm run test:long -- versions`: a rolling deployment. Households sync, import and run rules while the processes of an
 * earlier version (BEFORE, a commit or tag; the newest tag unless set) work alone, while the new migrations are applied
 * under them, while both versions work side by side and are killed at random, and while the new version works alone. Each
 * household has to end like one that was never disturbed, and no run, job or answer may have failed.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../sandbox-provider/random.ts';
import { createSandboxProvider } from '../../sandbox-provider/server.ts';
import { createClient } from '#client';
import { runImport } from '../../packages/cli/import/import-session.ts';
import { readCommandLine } from '../../scripts/terminal/command-line.ts';
import { withConnection } from '../../scripts/test/with-connection.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { ledgerRecords, withoutIds } from '../helpers/ledger-records.ts';
import { programArguments, root } from '../helpers/checkout.ts';
import { startChaosRun } from './chaos-run.ts';
import { startPostgres } from './datastore.ts';
import { startQueueServers } from './queue-servers.ts';
import { startFleet, type Fleet } from './fleet.ts';
import { startInstallation, type Installation } from './installation.ts';
import { fillProvider } from './provider-data.ts';
import { CHAOS_SETTINGS, readSettings } from './settings.ts';
import { watchAnswers } from './watch-answers.ts';

/** Households that go through a phase side by side. */
const TOGETHER = 2;
const LAST_PHASE = 'the new version, alone';
const PROVIDER_KEY = 'chaos-key-0';
const WORKERS = ['workers/sync.ts', 'workers/imports.ts', 'workers/rules.ts'];

readCommandLine(`Usage: npm run test:long -- versions

A rolling deployment from the version of BEFORE (a commit or tag; the newest tag) to this one, under work and kills.
${CHAOS_SETTINGS}`);
const settings = readSettings({
  TRANSACTIONS: '2000',
  CONNECTIONS: '1',
  KEYS: '1',
  KILLS: '12',
  ...process.env,
});
const random = seededRandom(settings.seed);
const { say, cleanups, cleanUp, perform } = startChaosRun();

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

/** A checkout of that version, with its packages. */
function checkOut(version: string, folder: string): string {
  const checkout = path.join(folder, 'before');
  git('worktree', 'add', '--detach', checkout, version);
  cleanups.push(() => git('worktree', 'remove', '--force', checkout));
  const lock = (from: string): string => readFileSync(path.join(from, 'package-lock.json'), 'utf8');
  if (lock(checkout) === lock(root)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(checkout, 'node_modules'));
  } else {
    cpSync(path.join(root, '.npmrc'), path.join(checkout, '.npmrc'));
    execFileSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
      cwd: checkout,
      stdio: 'ignore',
    });
  }
  return checkout;
}

/** Runs a command of a checkout to its end and returns what it wrote. */
function runProgram(checkout: string, env: NodeJS.ProcessEnv, source: string, ...args: string[]) {
  return execFileSync(process.execPath, [...programArguments(source, checkout), ...args], {
    cwd: checkout,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
}

/** The path of an export of a household, as NDJSON, and a CSV. */
function writeFiles(folder: string) {
  const history = path.join(folder, 'history.ndjson');
  writeFileSync(history, [...ledgerRecords(settings.transactions)].join('\n'));
  const rows = Array.from({ length: settings.transactions / 2 }, (_, n) => {
    const day = String(1 + (n % 28)).padStart(2, '0');
    return `2025-03-${day},-${n + 1}.25,Kiosk ${n},Paper account`;
  });
  return { history, csv: ['date,amount,name,account', ...rows].join('\n') };
}

/** A separate household; returns its key. */
function createHousehold(checkout: string, env: NodeJS.ProcessEnv, name: string): string {
  const args = ['ops', 'keys', 'create', '--household', name, '--scope', 'read_write', '--json'];
  const made: unknown = JSON.parse(runProgram(checkout, env, 'packages/cli/main.ts', ...args));
  return (made as { api_key: string }).api_key;
}

/**
 * What each household does, one thing after another: a session, a bank, a CSV, a rule and its run. Requests take turns
 * between the `web`s. Throws when something failed.
 */
async function live(
  webs: readonly Installation[],
  name: string,
  key: string,
  files: ReturnType<typeof writeFiles>,
): Promise<void> {
  let turn = 0;
  const baseUrl = (): string => webs[turn++ % webs.length]?.baseUrl ?? '';
  const send = async <T>(method: 'get' | 'post', where: string, body?: object): Promise<T> => {
    const client = createClient({ baseUrl: baseUrl(), apiKey: key, retries: 9 });
    // Any operation, as a program without types calls it.
    const { body: answer } = await client.request(method as 'get', where as '/usage', {
      ...({ body } as object),
    });
    return (answer as unknown as { data: T }).data;
  };
  const until = async (where: string, wanted: string): Promise<void> => {
    let waited = 0;
    for (;;) {
      const run = await send<{ status: string; finished_at?: string | null }>('get', where);
      if (run.status === wanted) return;
      const isOver = ['failed', 'partial', 'cancelled'].includes(run.status);
      if (isOver) throw new Error(`${name}: ${where} ended as ${JSON.stringify(run)}`);
      if (waited++ === 80) say(`${name} waits for ${where}: ${JSON.stringify(run)}`);
      await delay(250);
    }
  };
  const { session } = await runImport({
    client: createClient({ baseUrl: baseUrl(), apiKey: key, retries: 9 }),
    files: [files.history],
    session: 'history',
    chunkBytesMax: 128 * 1024,
  });
  if (session.status !== 'complete') throw new Error(`${name}: the session is ${session.status}`);
  await send('post', '/provider_connections', { name: 'Bank', api_key: PROVIDER_KEY });
  const [sync] = await send<{ id: string }[]>('get', '/syncs');
  await until(`/syncs/${sync?.id ?? ''}`, 'completed');
  const imported = await send<{ id: string }>('post', '/imports', {
    type: 'TransactionImport',
    raw_file_content: files.csv,
    date_col_label: 'date',
    amount_col_label: 'amount',
    name_col_label: 'name',
    account_col_label: 'account',
    signage_convention: 'inflows_positive',
    publish: true,
  });
  await until(`/imports/${imported.id}`, 'complete');
  await send('post', '/rules', {
    name: 'Papers',
    resource_type: 'transaction',
    active: true,
    conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'kiosk' }],
    actions: [{ action_type: 'set_transaction_name', value: 'Papers' }],
  });
  const run = await send<{ id: string }>('post', '/rule_runs', {});
  await until(`/rule_runs/${run.id}`, 'success');
}

/** The household as it is, without ids and without the instants at which rules and imports wrote. */
async function readHousehold({ baseUrl }: Installation, key: string): Promise<string> {
  const answer = await fetch(`${baseUrl}/api/v1/export`, { headers: { 'X-Api-Key': key } });
  const records = withoutIds((await answer.text()).trimEnd().split('\n'));
  return records.join('\n').replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+(Z|\+00:00)/g, 'then');
}

/** All workers of one version, each started again when it is killed. */
function startWorkers(installation: Installation): Fleet[] {
  const fleets = WORKERS.map((entry) =>
    startFleet(
      { startWorker: (other) => installation.startWorker(other ?? entry) },
      1,
      random,
      say,
    ),
  );
  cleanups.push(() => fleets.forEach((fleet) => fleet.release()));
  return fleets;
}

async function run(): Promise<boolean> {
  const version = process.env['BEFORE'] ?? git('describe', '--tags', '--abbrev=0').trim();
  const folder = mkdtempSync(path.join(tmpdir(), 'ledgerline-versions-'));
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
  const before = checkOut(version, folder);
  say(`the version before is ${git('log', '-1', '--format=%h %s', version).trim()}`);
  const files = writeFiles(folder);
  const postgres = await startPostgres();
  cleanups.push(() => postgres.remove());
  const redis = await startQueueServers(settings.queue);
  if (redis !== null) cleanups.push(() => redis.remove());
  const sandbox = await createSandboxProvider().listen();
  cleanups.push(() => sandbox.close());
  fillProvider(sandbox, settings);
  const env = {
    DATABASE_URL: postgres.url,
    REDIS_URL: redis?.url ?? '',
    PROVIDER_BASE_URL: sandbox.url,
    PROVIDER_RATE_PER_MINUTE: '0',
    CREDENTIALS_KEYS: `k1:${randomBytes(32).toString('base64')}`,
  };
  const answers = watchAnswers();
  /** Of each household. */
  const keys = new Map<string, string>();
  const phase = async (name: string, checkout: string, webs: readonly Installation[]) => {
    say(name);
    const households = Array.from({ length: TOGETHER }, (_, n) => `${name} (${n + 1})`);
    for (const each of households) keys.set(each, createHousehold(checkout, env, each));
    await Promise.all(households.map((each) => live(webs, each, keys.get(each) ?? '', files)));
  };

  runProgram(before, env, 'scripts/migrate.ts');
  const old = await startInstallation(env, before);
  cleanups.push(() => old.stop());
  const oldFleets = startWorkers(old);
  await phase('the version before, alone', before, [old]);

  const underWay = phase('the version before, while the database is migrated', before, [old]);
  await delay(random.whole(500, 3000));
  runProgram(root, env, 'scripts/migrate.ts');
  say('migrated');
  await underWay;

  const now = await startInstallation(env);
  cleanups.push(() => now.stop());
  const fleets = [...oldFleets, ...startWorkers(now)];
  let kills = 0;
  const over = new AbortController();
  const killing = (async () => {
    while (!over.signal.aborted && kills < settings.kills) {
      await delay(random.whole(500, 3000));
      if (random.pick(fleets as [Fleet, ...Fleet[]]).killWorker()) kills += 1;
    }
  })();
  await phase('both versions side by side, under kills', root, [old, now]);
  over.abort();
  await killing;
  say(`${kills} workers were killed`);
  for (const fleet of oldFleets) fleet.release();
  await old.stop();
  await phase(LAST_PHASE, root, [now]);
  answers.stop();

  const faults = answers.faults();
  const expected = await readHousehold(now, keys.get(`${LAST_PHASE} (1)`) ?? '');
  for (const [household, key] of keys) {
    if ((await readHousehold(now, key)) !== expected) faults.push(`${household} differs`);
  }
  if (kills === 0) faults.push('nothing was killed');
  faults.push(...(await withConnection(postgres.url, failedRuns)));
  say(`compared ${keys.size} households of ${expected.split('\n').length} records`);
  for (const fault of faults) say(`FAULT: ${fault}`);
  if (faults.length > 0) say(`the last the processes said:\n${old.output()}\n${now.output()}`);
  return faults.length === 0;
}

/** Runs that did not end well, by kind. */
async function failedRuns(sql: Sql): Promise<string[]> {
  const rows = await sql<{ kind: string; status: string; count: number }[]>`
    select kind, status, count(*)::integer as count
    from (
      select 'sync' as kind, status from syncs where status <> 'completed'
      union all
      select 'import', status from imports where status <> 'complete'
      union all
      select 'session', status from import_sessions where status <> 'complete'
      union all
      select 'rule run', status from rule_runs where status <> 'completed'
    ) run
    group by kind, status`;
  return rows.map(({ kind, status, count }) => `${count} ${kind} ${status}`);
}

setTimeout(() => {
  console.error('the time is over');
  void cleanUp().then(() => process.exit(1));
}, settings.timeLimitMs).unref();
await perform(
  settings,
  `${settings.transactions} transactions a household, ${settings.kills} kills`,
  run,
);
