import { createHash, createHmac, scryptSync, timingSafeEqual } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Clock } from '../../shared/clock.ts';

const COOKIE = 'ledgerline_admin';
const LIFE_MS = 12 * 3_600_000;

/** A signed cookie that says "knew the password until then". No state: any API process accepts it. */
export interface AdminSessions {
  /** Compares in constant time. */
  isPassword(text: string): boolean;
  isOpen(req: Request): boolean;
  open(req: Request, res: Response): void;
  close(res: Response): void;
}

/** Sessions of one password; a new password ends them all. */
export function createAdminSessions(password: string, clock: Clock): AdminSessions {
  // Slow on purpose: whoever gets hold of a cookie must not be able to search the password from it.
  const signingKey = scryptSync(password, 'ledgerline admin session', 32);
  const sign = (expiresAt: string): string =>
    createHmac('sha256', signingKey).update(expiresAt).digest('hex');

  return {
    isPassword: (text) => isEqual(text, password),
    isOpen(req) {
      const [expiresAt = '', signature = ''] = readCookie(req).split('.');
      if (!isEqual(signature, sign(expiresAt))) return false;
      return Number(expiresAt) > clock.now().getTime();
    },
    open(req, res) {
      const expiresAt = String(clock.now().getTime() + LIFE_MS);
      res.cookie(COOKIE, `${expiresAt}.${sign(expiresAt)}`, {
        path: '/admin',
        httpOnly: true,
        sameSite: 'strict',
        secure: req.secure || req.get('x-forwarded-proto') === 'https',
        maxAge: LIFE_MS,
      });
    },
    close(res) {
      res.clearCookie(COOKIE, { path: '/admin' });
    },
  };
}

/** Digests first: timingSafeEqual wants equal lengths, and the length is a secret as well. */
function isEqual(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}

function readCookie(req: Request): string {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === COOKIE && value !== undefined) return value;
  }
  return '';
}
