import { spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { removeDataDirectory } from '../../scripts/embedded-postgres/directories.ts';
import { eventually } from './eventually.ts';
import { root } from './checkout.ts';

const leftOut = ['node_modules', '.data', '.git', 'test', 'bench'];

/**
 * A checkout as a newcomer has it, with the packages installed; built as well when it is made from one (`source`)
 * that is built.
 */
export function copyCheckout(source = root): string {
  const copy = mkdtempSync(join(tmpdir(), 'ledgerline-start-test-'));
  chmodSync(copy, 0o755);
  const omitted = source === root ? [...leftOut, 'dist'] : leftOut;
  cpSync(source, copy, {
    recursive: true,
    filter: (path) => !omitted.includes(relative(source, path).split(sep)[0]!),
  });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Removes a copy and the database that was made in it. */
export function removeCheckout(copy: string): void {
  removeDataDirectory(join(copy, '.data', 'postgres'));
  rmSync(copy, { recursive: true, force: true });
}

/** All processes whose command line mentions the path, this one left out. */
export function processesOf(path: string): { pid: number; line: string }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .map((pid) => {
      try {
        const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return { pid: Number(pid), line };
      } catch {
        return { pid: 0, line: '' };
      }
    })
    .filter(({ line }) => line.includes(path));
}

export type Started = ReturnType<typeof npmStart>;

/** `npm start` in the copy, as in a terminal: Ctrl-C is SIGINT to its whole process group. */
export function npmStart(copy: string, env: NodeJS.ProcessEnv) {
  const inherited = { ...process.env };
  for (const name of ['DATABASE_URL', 'PROVIDER_BASE_URL', 'DATA_DIR']) {
    inherited[name] = '';
  }
  const child = spawn('npm', ['start'], {
    cwd: copy,
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output };
}

export function readReady(copy: string): Record<string, string> {
  const text = readFileSync(join(copy, '.data', 'ready.json'), 'utf8');
  return JSON.parse(text) as Record<string, string>;
}

/** Resolves when a start has written ready.json; throws its output when it ended or took too long. */
export async function untilReady(copy: string, { child, output }: Started): Promise<void> {
  await eventually(
    () => {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning && existsSync(join(copy, '.data', 'ready.json'))) return;
      throw new Error(output());
    },
    // It compiles, makes a cluster and starts eight processes, which a busy machine does in minutes.
    { timeoutMs: 280_000 },
  );
}

/** Resolves when the first sync of a start has read the whole sandbox. */
export async function untilSynced(ready: Record<string, string>): Promise<void> {
  await eventually(async () => {
    const answer = await fetch(`${ready['base_url']!}/api/v1/syncs?per_page=1`, {
      headers: { 'X-Api-Key': ready['api_key']! },
    });
    const text = await answer.text();
    if (answer.status !== 200 || !text.includes('"status":"completed"')) throw new Error(text);
  });
}
