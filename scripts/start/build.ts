import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Compiles the sources to dist/, only what changed since the last time. The processes of `npm
 * start` are the ones that production runs. Throws with the compiler's output when it fails.
 */
export async function build(root: string): Promise<void> {
  const tsc = require.resolve('typescript/bin/tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--incremental'];
  args.push('--tsBuildInfoFile', join('dist', '.tsbuildinfo'));
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
