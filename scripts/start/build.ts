import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const sourceFolders = ['api', 'workers', 'shared', 'packages', 'sandbox-provider', 'scripts'];

/** Changes with the content of any file that the build reads. Time stamps would be wrong after a copy or a checkout. */
function fingerprint(root: string): string {
  const hash = createHash('sha256').update(process.version);
  const add = (path: string) => {
    const content = readFileSync(path);
    hash.update(`${relative(root, path)}\0${content.length}\n`).update(content);
  };
  for (const file of [
    'tsconfig.json',
    'tsconfig.build.json',
    'package.json',
    'package-lock.json',
  ]) {
    add(join(root, file));
  }
  for (const folder of sourceFolders) {
    const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    for (const entry of entries) if (entry.isFile()) add(join(entry.parentPath, entry.name));
  }
  return hash.digest('hex');
}

function readStamp(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

/**
 * Compiles the sources to dist/ unless they are the ones it was made from: the processes of `npm
 * start` are the ones that production runs. Types are for `npm run check`. Returns whether anything
 * had to be done; throws with the compiler's output when it fails.
 */
export async function build(root: string): Promise<boolean> {
  const stamp = join(root, 'dist', '.sources');
  const wanted = fingerprint(root);
  if (readStamp(stamp) === wanted) return false;
  // Files of an earlier version must not run.
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  const tsc = require.resolve('typescript/bin/tsc');
  await run(root, [tsc, '-p', 'tsconfig.build.json', '--noCheck']);
  await run(root, ['scripts/name-compiled.mjs']);
  writeFileSync(stamp, wanted);
  return true;
}

/** Runs a program of Node; throws with its output when it fails. */
async function run(root: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`The build failed:\n${output.trim()}`);
}
