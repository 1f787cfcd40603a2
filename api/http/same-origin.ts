import type { Request } from 'express';

/**
 * Whether a request was made by a page of ours. Browsers say so in Sec-Fetch-Site, older ones and
 * plain HTTP in Origin; a request that says neither was not made by a browser of today.
 */
export function isSameOrigin(req: Request): boolean {
  const site = req.get('sec-fetch-site');
  if (site !== undefined) return site === 'same-origin';
  const origin = req.get('origin');
  if (origin === undefined || !URL.canParse(origin)) return false;
  return new URL(origin).host === req.get('host');
}
