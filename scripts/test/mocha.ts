import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';

export type Totals = { passed: number; failed: number; pending: number };

const require = createRequire(import.meta.url);
const root = dirname(dirname(import.meta.dirname));

/** How long a finished run may take to exit: a test that leaves something open must not hang the suite. */
const endTimeoutMs = 10_000;

/** Node 20 spends a fifth of the time on making functions faster that tests call a few times. Remove this with Node 20. */
const LAZY = process.version.startsWith('v20.') ? ['--interrupt-budget=1500000'] : [];

/** Tests that take long (real processes that are killed, each command as a separate process, thousands of cases). */
const FULL = /\.full\.test\.ts$/;

/**
 * Tests whose result depends on neither the queue nor the version of Node, so that a second run with others need not
 * repeat them: statements and rules of the ledger, jobs that are called without a queue, documents, processes that
 * always bring a queue of their own, and what a kill leaves of the ledger. Tests of how a job is taken over, of what
 * reads files, and of what speaks HTTP to clients and to the bank run again.
 */
const ONCE = [
  /^(?:console|deployment|docs|long|newcomer|api\/openapi)\//,
  /^api\/(?:deadlocks|deletes-meet-work|foreign-writes|two-households|uncounted-household)\./,
  // Those that begin runs or send streams run again, and so do all of api/http.
  /^api\/routes\/(?!bank-sync|households|import-sessions\.|rule-runs|rule-preview-limits|suspended-connections|syncs-events|webhook-endpoints)/,
  /^api\/(?:admin\/operators|mcp\/|pages\/|records\/|two-platforms\.)/,
  /^shared\/(?:changes|imports|ledger|removal|rules|store|transfers)\//,
  /^shared\/(?:postgres\/.*|silent-database|sync\/limit\/rate-limit)\.full\./,
  /^workers\/(?:imports|rules\/(?!pending-posts))/,
  /^workers\/sync\/(?!held-syncs|lines|provider-cases|provider-rate-limits)/,
  /^processes\/(?:disk-full|frozen-database|household-deletion|import-crashes|mirror|provider-limit|redis-faults|rules|start-up|sync-meets-a-person|undo-kills)\./,
  /^scripts\/(?:embedded-postgres|help)\./,
  /^packages\/(?:cli|console)\//,
];

/**
 * The files of `npm test`; with `--all` those of `npm run test:all`; with `--again` only those of them that another
 * queue or Node can change. Long ones come early, because one that began last would run alone, with a few others after
 * each: the long ones mostly wait for processes, and the others compute meanwhile. That of the console, whose flows share
 * one service, takes longest. Those of the workers take longer than those of the API, so the order of the others is that of the
 * alphabet backwards.
 */
function testFiles(): string[] {
  const { TEST_ALL: all, TEST_AGAIN: again } = process.env;
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && (all === '1' || !FULL.test(file)))
    .filter((file) => again !== '1' || !ONCE.some((pattern) => pattern.test(file)))
    .sort()
    .reverse();
  const isLong = (file: string): boolean => FULL.test(file) || file.startsWith('processes');
  const isLongest = (file: string): boolean => file.startsWith('console');
  const others = files.filter((file) => !isLong(file));
  const long = files
    .filter(isLong)
    .sort((one, other) => Number(isLongest(other)) - Number(isLongest(one)));
  const mixed = long.flatMap((file) => [file, ...others.splice(0, 3)]);
  return [...mixed, ...others].map((file) => join('test', file));
}

/** Mocha's arguments, with the compiled files in `programs`. */
function mochaArguments(args: string[], programs: string): { args: string[]; files: number } {
  const compiled = (file: string): string =>
    join(programs, relative(root, resolve(root, file)).replace(/\.ts$/, '.js'));
  const mocha = join(dirname(require.resolve('mocha/package.json')), 'bin', 'mocha.js');
  const reporter = join(import.meta.dirname, 'reporter.cjs');
  const chosen = args.filter((arg, i) => isSpec(arg, args[i - 1])).flatMap(filesOf);
  const others = args.filter((arg, i) => !isSpec(arg, args[i - 1]));
  // Many files run in parallel; a single one shows its progress better in one process.
  const parallel = chosen.length === 1 || args.includes('--no-parallel') ? [] : ['--parallel'];
  const found = chosen.length === 0 ? testFiles() : [];
  // Test files wait for Postgres and for processes about as long as they compute.
  const jobs =
    parallel.length > 0 && !args.includes('--jobs')
      ? ['--jobs', String(availableParallelism() + 2)]
      : [];
  return {
    args: [
      '--enable-source-maps',
      ...LAZY,
      mocha,
      '--reporter',
      reporter,
      ...parallel,
      ...jobs,
      ...others,
      ...[...chosen, ...found].map(compiled),
    ],
    files: found.length + chosen.length,
  };
}

/** The test files in a folder and its subfolders; for a file, the file itself. */
function filesOf(spec: string): string[] {
  const path = resolve(root, spec);
  if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return [spec];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts'))
    .sort()
    .map((file) => join(path, file));
}

function isSpec(arg: string, previous: string | undefined): boolean {
  return (
    !arg.startsWith('-') && !['-g', '--grep', '-f', '--fgrep', '--jobs'].includes(previous ?? '')
  );
}

/** What the reporter wrote; null while that is not all there. */
function readTotals(file: string): Totals | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Totals;
  } catch {
    return null;
  }
}

/** Ends mocha if it has written its totals and still does not exit. */
function endWhenDone(child: ChildProcess, totalsFile: string): NodeJS.Timeout {
  let doneAt = 0;
  return setInterval(() => {
    if (doneAt === 0 && readTotals(totalsFile) !== null) doneAt = Date.now();
    if (doneAt === 0 || Date.now() - doneAt < endTimeoutMs) return;
    console.error('A test left something open (a timer, a socket); mocha is ended by force.');
    child.kill('SIGKILL');
  }, 500);
}

/**
 * Runs mocha with `args` on the compiled files in `TEST_PROGRAMS`, with `env` added to ours; aborting `signal` ends it.
 * A run that breaks before any test can report (a file that does not load) counts as one failure, and so does an
 * aborted one.
 */
export async function runMocha(
  args: string[],
  env: NodeJS.ProcessEnv & { TEST_PROGRAMS: string },
  signal: AbortSignal,
): Promise<Totals> {
  const scratch = mkdtempSync(join(tmpdir(), 'ledgerline-totals-'));
  const totalsFile = join(scratch, 'totals.json');
  const mocha = mochaArguments(args, env.TEST_PROGRAMS);
  const child = spawn(process.execPath, mocha.args, {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      ...env,
      TEST_TOTALS_FILE: totalsFile,
      TEST_FILES_COUNT: String(mocha.files),
    },
  });
  signal.addEventListener('abort', () => child.kill('SIGTERM'));
  const watch = endWhenDone(child, totalsFile);
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    const totals = readTotals(totalsFile);
    if (totals === null) return { passed: 0, failed: 1, pending: 0 };
    if (code !== 0 && totals.failed === 0 && signal.aborted) return { ...totals, failed: 1 };
    return totals;
  } finally {
    clearInterval(watch);
    rmSync(scratch, { recursive: true, force: true });
  }
}
