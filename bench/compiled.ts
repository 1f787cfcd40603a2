/**
 * Runs a bench whose measured code is its own process' as production runs it: compiled. tsx names each function anew when it
 * is made, which costs most where many are. `tsx bench/compiled.ts NAME ARGUMENTS...`
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { compilePrograms } from '../scripts/test/programs.ts';

const [name = '', ...args] = process.argv.slice(2);
const programs = await compilePrograms();
const file = path.join(programs.dir, 'bench', `${name}.js`);
const child = spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
const [code] = (await once(child, 'exit')) as [number | null];
programs.remove();
process.exit(code ?? 1);
