import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Config } from '../../shared/platform/config.ts';
import { queueSchema } from '../../shared/queue/backend.ts';
import { programArguments, root } from './checkout.ts';
import { eventually } from './eventually.ts';
import type { TestDatabase } from './with-database.ts';

/** A real process of the Procfile. */
export type RunningProcess = ReturnType<typeof launchProcess>;

/** Launches a process on free ports unless `env` names one; returns at once. */
export function launchProcess(entry: string, env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, programArguments(entry), {
    cwd: root,
    env: { ...process.env, PORT: '0', WORKER_PORT: '0', LOG_LEVEL: 'info', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const lines: Record<string, any>[] = [];
  let hasEnded = false;
  child.once('close', () => (hasEnded = true));
  createInterface({ input: child.stderr }).on('line', (line) => output.push(line));
  createInterface({ input: child.stdout }).on('line', (line) => {
    output.push(line);
    if (line.startsWith('{')) lines.push(JSON.parse(line) as Record<string, any>);
  });
  const find = async (test: (line: Record<string, any>) => boolean) => {
    const line = await eventually(() => {
      const found = lines.find(test);
      if (found === undefined && !hasEnded) throw new Error(`not said in:\n${output.join('\n')}`);
      return found;
    });
    if (line === undefined) throw new Error(`${entry} ended:\n${output.join('\n')}`);
    return line;
  };
  return {
    child,
    /** Everything it wrote, line by line, standard error included. */
    output,
    /** What it logged. */
    lines,
    exited: once(child, 'exit').then(([code]) => code as number | null),
    /** Resolves with the first line whose message holds the text; throws when it ends before. */
    says: (text: string) => find(({ message }) => String(message).includes(text)),
    /** The port of its API or health server. */
    async port() {
      const line = await find((each) => 'port' in each || 'health_port' in each);
      return Number(line['port'] ?? line['health_port']);
    },
  };
}

/** Returns what is called with each process that a test file starts, so that it ends after the tests, or after each. */
export function withProcesses(end: typeof after = after) {
  const started: ChildProcess[] = [];
  end('end the processes', async () => {
    await Promise.all(started.splice(0).map(crash));
  });
  return <P extends { child: ChildProcess }>(process: P): P => {
    started.push(process.child);
    return process;
  };
}

/** Ends a process as a crash does, if it has not ended. */
export async function crash(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/**
 * Once all workers are dead or asleep, has the next one take over what they held as soon as it starts. By itself that takes
 * up to half a minute, as test/processes/sync.full.test.ts tries, and always does where the queue is in Redis.
 */
export async function expireHolds({ sql, config }: TestDatabase): Promise<void> {
  const { redisUrl, queuePrefix } = config();
  await sql`update leases set expires_at = now()`;
  if (redisUrl !== null) return;
  const schema = sql(queueSchema(queuePrefix));
  await sql`
    update ${schema}.job
    set stalled_marked = true, locked_until_ms = 0
    where state = 'active'`;
  await sql`delete from ${schema}.meta where field = 'stalled-check'`;
}

/** Starts a process that does one job of a household, for a test to kill. See test/processes/one-job.ts. */
export function startJob(databaseUrl: string, job: string, ...ids: readonly string[]) {
  const program = programArguments('test/processes/one-job.ts');
  const child = spawn(process.execPath, [...program, job, ...ids], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return { child, exited: once(child, 'exit') };
}

/** Starts a process and resolves when it says that it is working. */
export async function startProcess(
  entry: string,
  { databaseUrl, queuePrefix }: Config,
  env: NodeJS.ProcessEnv,
): Promise<RunningProcess> {
  const own = { DATABASE_URL: databaseUrl, QUEUE_PREFIX: queuePrefix, LOG_LEVEL: 'debug', ...env };
  const started = launchProcess(entry, own);
  await orKill(started, started.says('is working'));
  return started;
}

export type WebProcess = Omit<RunningProcess, 'port'> & { port: number };

/** Starts `web` and resolves when it says that it can work. */
export async function startWeb(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<WebProcess> {
  const launched = launchProcess('api/main.ts', { DATABASE_URL: databaseUrl, ...env });
  const port = await orKill(launched, launched.port());
  const ready = eventually(async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (status !== 200) throw new Error(`web is not ready: ${status}`);
  });
  await orKill(launched, ready);
  return { ...launched, port };
}

/** What a process comes to; it ends where it does not. */
function orKill<T>({ child }: RunningProcess, start: Promise<T>): Promise<T> {
  return start.catch((error: unknown) => {
    child.kill('SIGKILL');
    throw error;
  });
}
