import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { withOrigin } from '../../shared/platform/origin.ts';
import { beginRequestSpan } from '../../shared/platform/tracing/active-span.ts';

/** What we take over from a client or proxy: short, and harmless in a header and in a log. */
const SANE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/**
 * Gives every request an id, the client's own when it is sane, and answers it as X-Request-Id. All that the request does
 * and queues carries it, and is in its trace.
 */
export function assignRequestId(req: Request, res: Response, next: NextFunction): void {
  const sent = req.get('x-request-id');
  const requestId = sent !== undefined && SANE.test(sent) ? sent : randomUUID();
  res.locals['requestId'] = requestId;
  res.set('X-Request-Id', requestId);
  withOrigin({ request_id: requestId }, next, beginRequestSpan(req, res));
}

/** The id that `assignRequestId` gave. */
export function requestIdOf(res: Response): string {
  return String(res.locals['requestId']);
}
