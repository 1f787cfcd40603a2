import type { Request, Response } from 'express';
import { digestToken, SESSION_LIFE_MS } from '../../shared/households/console-sessions.ts';
import { isSecure, readCookie } from './cookies.ts';

/** Over https the name has a prefix that keeps other hosts of the domain from setting the cookie. */
function nameFor(req: Request): string {
  return isSecure(req) ? '__Host-ledgerline_session' : 'ledgerline_session';
}

const optionsFor = (req: Request) =>
  ({ path: '/', httpOnly: true, sameSite: 'strict', secure: isSecure(req) }) as const;

/** The digest of the console session that the browser sent; null without one. */
export function readSessionDigest(req: Request): string | null {
  const token = readCookie(req, nameFor(req));
  return token === '' ? null : digestToken(token);
}

export function sendSessionCookie(req: Request, res: Response, token: string): void {
  res.cookie(nameFor(req), token, { ...optionsFor(req), maxAge: SESSION_LIFE_MS });
}

export function clearSessionCookie(req: Request, res: Response): void {
  res.clearCookie(nameFor(req), optionsFor(req));
}
