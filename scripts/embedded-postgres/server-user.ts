/**
 * This folder runs the PostgreSQL that comes inside npm packages, on loopback, for `npm start` and `npm test`:
 * server-user.ts (as which user), binaries.ts (which programs), directories.ts (where) and server.ts (initialise,
 * start, stop; it never outlives us).
 */
import { statSync } from 'node:fs';
import { dirname } from 'node:path';

/** A user to start PostgreSQL as; null means "as we are". */
export type ServerUser = { uid: number; gid: number } | null;

const nobody = 65534;

/** PostgreSQL refuses to run as root. If we are root, it runs as `nobody`, an id that needs no entry in passwd. */
export function serverUser(): ServerUser {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : null;
}

/**
 * Whether `user` can reach `path`: each directory on the way, including `path` itself, must be searchable for that
 * user. A checkout under a home directory of mode 0700 is not.
 */
export function canReach(path: string, user: ServerUser): boolean {
  if (user === null) return true;
  for (let current = path; ; current = dirname(current)) {
    let stat;
    try {
      stat = statSync(current);
    } catch {
      return false;
    }
    const shift = stat.uid === user.uid ? 6 : stat.gid === user.gid ? 3 : 0;
    if (((stat.mode >> shift) & 1) === 0) return false;
    if (current === dirname(current)) return true;
  }
}
