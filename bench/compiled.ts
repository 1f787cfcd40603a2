import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { compilePrograms } from '../scripts/test/programs.ts';

/**
 * Goes on as the same program compiled, as production runs our code, unless this one is: tsx names each function again when it
 * is made, which costs most where many are. `file` is the program's own; does not return where it goes on elsewhere.
 */
export async function goOnCompiled(file: string): Promise<void> {
  if (file.endsWith('.js')) return;
  const programs = await compilePrograms();
  const root = path.dirname(import.meta.dirname);
  const compiled = path.join(programs.dir, path.relative(root, file).replace(/\.ts$/, '.js'));
  const child = spawn(process.execPath, [compiled, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => child.kill(signal));
  }
  const [code] = (await once(child, 'exit')) as [number | null];
  programs.remove();
  process.exit(code ?? 1);
}
