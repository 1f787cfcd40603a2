import type { Request } from 'express';

/** Whether the browser uses https, as far as we or a proxy in front of us can tell. */
export function isSecure(req: Request): boolean {
  return req.secure || req.get('x-forwarded-proto') === 'https';
}

/** The value of a cookie; '' when it was not sent. */
export function readCookie(req: Request, wanted: string): string {
  for (const pair of (req.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === wanted && value !== undefined) return value;
  }
  return '';
}
