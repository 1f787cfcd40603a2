import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { withOrigin } from '../../shared/platform/origin.ts';
import { beginRequestSpan } from '../../shared/platform/tracing/active-span.ts';

/** Ids that we accept from a client or proxy: short, and safe in a header and a log. */
const SANE = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** Gives every request an id, the client's if it is safe; X-Request-Id, log lines, jobs and the request's trace carry it. */
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
