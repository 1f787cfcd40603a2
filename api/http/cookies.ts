import type { Request } from 'express';

/** Whether the browser uses https to reach us, or the proxy in front of us as far as that says so. */
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
