import { spawnSync } from 'node:child_process';

/** Installs a Debian package unless `program` runs with `args`; its service does not start. Throws if it cannot be installed. */
export function installDebian(name: string, program: string, ...args: string[]): void {
  const isThere = (): boolean => {
    const { error, status } = spawnSync(program, args.length === 0 ? ['--version'] : args);
    return error === undefined && (args.length === 0 || status === 0);
  };
  if (isThere()) return;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' };
  const root = process.getuid?.() === 0 ? [] : ['sudo', '-n', '--preserve-env'];
  const run = (...args: string[]) => {
    const [file = '', ...rest] = [...root, 'apt-get', ...args];
    return spawnSync(file, rest, { env, stdio: ['ignore', 'ignore', 'inherit'] }).status === 0;
  };
  const wanted = ['install', '-y', '--no-install-recommends', name];
  console.log(`installing ${name}`);
  if (!run(...wanted) && run('update')) run(...wanted);
  if (!isThere()) throw new Error(`There is no ${name}, and it could not be installed.`);
}
