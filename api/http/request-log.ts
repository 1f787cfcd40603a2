import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../../shared/log.ts';
import type { Caller } from './authenticate.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Logs every answered request as one line. Ids only: neither the key nor its name nor an e-mail
 * address, and no query string, which may hold a search text.
 */
export function logRequests(log: Log) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const startedAt = process.hrtime.bigint();
    res.once('close', () => {
      const durationMs = Number((process.hrtime.bigint() - startedAt) / 1_000_000n);
      const caller = res.locals['caller'] as Caller | undefined;
      const path = req.originalUrl.split('?')[0] ?? '';
      const status = res.writableFinished ? String(res.statusCode) : 'aborted by the client';
      log.log(levelOf(path), `${req.method} ${path} ${status} in ${durationMs} ms`, {
        request_id: requestIdOf(res),
        method: req.method,
        path,
        status: res.statusCode,
        duration_ms: durationMs,
        household_id: caller?.householdId,
        user_id: caller?.userId,
        api_key_id: caller?.apiKeyId,
        error: res.locals['errorCode'] as string | undefined,
      });
    });
    next();
  };
}

/** Probes come every few seconds and say nothing new. */
function levelOf(path: string): string {
  return path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
}
