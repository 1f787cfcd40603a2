import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  statfsSync,
  symlinkSync,
} from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { canReach, type ServerUser } from './server-user.ts';

function usable(directory: string, user: ServerUser): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return canReach(directory, user);
  } catch {
    return false;
  }
}

/** Directories for temporary files that we can write and `user` can reach, best first. */
export function scratchDirectories(user: ServerUser): string[] {
  const candidates = new Set([tmpdir(), '/tmp', '/var/tmp', '/dev/shm', '/var/lib']);
  return [...candidates].filter((directory) => usable(directory, user));
}

function firstOf(directories: string[], what: string): string {
  const [directory] = directories;
  if (directory !== undefined) return directory;
  throw new Error(`No directory for ${what} that the PostgreSQL server's user can reach.`);
}

function own(directory: string, user: ServerUser): void {
  if (user !== null) chownSync(directory, user.uid, user.gid);
  chmodSync(directory, 0o700);
}

const MEMORY = '/dev/shm';
/** How much memory must be free before a server is put in memory. */
const ROOMY_BYTES = 4 * 1024 ** 3;

/** Whether there is room for files in memory; a container often has 64 MB for them. */
function isRoomy(directory: string): boolean {
  const { bavail, bsize } = statfsSync(directory);
  return Math.min(bavail * bsize, freemem()) >= ROOMY_BYTES;
}

/** A new empty directory, owned by `user`, for a temporary server; in memory if wanted and there is room. */
export function scratchDataDirectory(user: ServerUser, inMemory = false): string {
  const directories = scratchDirectories(user);
  const base =
    inMemory && directories.includes(MEMORY) && isRoomy(MEMORY)
      ? MEMORY
      : firstOf(directories, 'a temporary database');
  const directory = mkdtempSync(join(base, 'ledgerline-test-'));
  own(directory, user);
  return directory;
}

/**
 * Prepares `wanted` for a server that is kept. Where the server's user cannot reach it (root in a home of mode 0700),
 * the files live in /var/lib or /var/tmp and `wanted` becomes a link to them: the data can still be found in the
 * project, and survives a reboot. Returns the directory to pass to PostgreSQL.
 */
export function keptDataDirectory(wanted: string, user: ServerUser): string {
  const path = resolve(wanted);
  mkdirSync(dirname(path), { recursive: true });
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (stat?.isSymbolicLink()) {
    const target = resolve(dirname(path), readlinkSync(path));
    if (existsSync(target) && canReach(dirname(target), user)) return target;
    rmSync(path);
  } else if (canReach(dirname(path), user)) {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    // Only a new directory changes its owner. An existing cluster keeps it, and if that is wrong, the start says why it fails.
    if (readdirSync(path).length === 0) own(path, user);
    return path;
  } else if (stat !== undefined && readdirSync(path).length > 0) {
    throw new Error(
      `${path} holds a database, but the PostgreSQL server's user can no longer reach it: ` +
        'a directory above it lost its x permission for others.',
    );
  } else {
    rmSync(path, { recursive: true, force: true });
  }
  const bases = ['/var/lib', '/var/tmp', ...scratchDirectories(user)];
  const base = firstOf(
    bases.filter((directory) => usable(directory, user)),
    'the database',
  );
  const directory = mkdtempSync(join(base, 'ledgerline-data-'));
  own(directory, user);
  symlinkSync(directory, path);
  return directory;
}

/** Removes a kept database, wherever its files are; does nothing when there is none. */
export function removeDataDirectory(wanted: string): void {
  const path = resolve(wanted);
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    const target = resolve(dirname(path), readlinkSync(path));
    if (basename(target).startsWith('ledgerline-data-')) {
      rmSync(target, { recursive: true, force: true });
    }
  }
  rmSync(path, { recursive: true, force: true });
}
