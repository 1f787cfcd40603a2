import type { Request } from 'express';
import { AppError } from '../../shared/platform/errors.ts';

/**
 * Whether one of our pages made the request. Browsers say so in Sec-Fetch-Site, older ones and plain HTTP in Origin; a
 * request with neither did not come from a current browser.
 */
export function isSameOrigin(req: Request): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.get('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === req.get('host');
}

/** Whether the method changes nothing. */
export function isRead({ method }: Pick<Request, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/**
 * CSRF: where SameSite fails, or the other host is of our site, a browser sends the cookie with requests that other pages cause.
 * Throws insufficient_scope for a write that did not come from our pages, and for a read if the browser says so.
 */
export function refuseForeignPages(req: Request): void {
  const site = req.get('sec-fetch-site');
  if (isRead(req) ? site === undefined || OWN_SITES.has(site) : isSameOrigin(req)) return;
  throw new AppError('insufficient_scope', {
    publicMessage: 'With a cookie, only pages of this service may do that.',
  });
}

/** `none`: the user typed the address. */
const OWN_SITES = new Set(['same-origin', 'none']);
