import { spawn } from 'node:child_process';
import type { NamedProgram } from '../named-programs.ts';

const HELP: readonly (string | undefined)[] = ['--help', '-h'];

/**
 * Runs the program that the first argument names, passes it the others, and exits with its code. Without a name, or
 * with `--help`, lists the names; for an unknown name it prints one sentence and exits with 2.
 */
export function runNamed(script: string, programs: Readonly<Record<string, NamedProgram>>): void {
  const [name, ...args] = process.argv.slice(2);
  const found = name !== undefined && Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (found === undefined) {
    if (name === undefined || HELP.includes(name)) console.log(usage(script, programs));
    else console.error(`${name} is not one of the names; --help lists them.`);
    process.exit(HELP.includes(name) ? 0 : 2);
  }
  const child = spawn(
    process.execPath,
    [...process.execArgv, found.program, ...(found.args ?? []), ...args],
    {
      stdio: 'inherit',
      env: { ...found.env, ...process.env },
    },
  );
  // The terminal sends its signal to both processes; this one ends when the program has ended.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => child.kill());
  child.once('exit', (code) => process.exit(code ?? 1));
}

function usage(script: string, programs: Readonly<Record<string, NamedProgram>>): string {
  const width = Math.max(...Object.keys(programs).map(({ length }) => length));
  const lines = Object.entries(programs).map(
    ([name, { says }]) => `  ${name.padEnd(width)}  ${says}`,
  );
  return [`Usage: npm run ${script} -- NAME [ARGUMENTS]`, '', ...lines].join('\n');
}
