import { createHash, createHmac, randomBytes, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '../../shared/platform/clock.ts';
import type { Sql } from '../../shared/postgres/connect.ts';
import { isSecure, readCookie } from '../http/cookies.ts';
import {
  deleteAdminSession,
  insertAdminSession,
  isAdminSessionOpen,
} from '../../shared/households/admin-sessions.ts';

const COOKIE = 'ledgerline_admin';
/** Marks a browser in which a person logged in before; grants no access. */
const DEVICE_COOKIE = 'ledgerline_admin_device';
const DEVICE_LIFE_MS = 365 * 24 * 3_600_000;
const LIFE_MS = 12 * 3_600_000;

/** Logins to the dashboard: the cookie holds a random token, and Postgres its keyed digest for all API processes. */
export type AdminSessions = ReturnType<typeof createAdminSessions>;

/** Sessions of one password; a new password ends them all. */
export function createAdminSessions(sql: Sql, password: string, clock: Clock) {
  // Slow on purpose: a stolen cookie and table must not be enough to guess the password.
  let kept: Buffer | undefined;
  const digestKey = () => (kept ??= scryptSync(password, 'ledgerline admin session', 32));
  const digestOf = (token: string): string =>
    createHmac('sha256', digestKey()).update(token).digest('hex');

  const markOf = (device: string): string => `${device}.${digestOf(`device ${device}`)}`;

  return {
    /** Compares in constant time. */
    isPassword: (text: string) => isEqual(text, password),
    /** The id of a browser in which someone logged in with this password before; null for any other. */
    deviceOf(req: Request) {
      const mark = readCookie(req, DEVICE_COOKIE);
      const [device = ''] = mark.split('.');
      return mark !== '' && isEqual(mark, markOf(device)) ? device : null;
    },
    async isOpen(req: Request) {
      const token = readCookie(req, COOKIE);
      return token !== '' && isAdminSessionOpen(sql, digestOf(token), clock.now());
    },
    async open(req: Request, res: Response) {
      const token = randomBytes(32).toString('hex');
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + LIFE_MS);
      await insertAdminSession(sql, digestOf(token), { now, expiresAt });
      const secure = isSecure(req);
      const options = { path: '/admin', httpOnly: true, sameSite: 'strict', secure } as const;
      res.cookie(COOKIE, token, { ...options, maxAge: LIFE_MS });
      if (this.deviceOf(req) !== null) return;
      const mark = markOf(randomBytes(16).toString('hex'));
      res.cookie(DEVICE_COOKIE, mark, { ...options, maxAge: DEVICE_LIFE_MS });
    },
    /** Ends the session, even for anyone else who has the cookie. */
    async close(req: Request, res: Response) {
      const token = readCookie(req, COOKIE);
      if (token !== '') await deleteAdminSession(sql, digestOf(token));
      res.clearCookie(COOKIE, { path: '/admin' });
    },
  };
}

/** Compares digests: timingSafeEqual needs equal lengths, and the length is a secret as well. */
function isEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
