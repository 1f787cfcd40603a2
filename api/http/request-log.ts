import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../../shared/platform/log.ts';
import type { Outage } from '../../shared/platform/log-once.ts';
import { namesOf } from './authenticate.ts';
import type { Caller } from './authenticate.ts';
import { httpSeconds } from '../../shared/platform/metrics/series.ts';
import { ofActiveSpan } from '../../shared/platform/tracing/active-span.ts';
import { requestIdOf } from './request-id.ts';

/**
 * Logs every answered request as one line, with ids only: no key, no name of a key, no e-mail address, and no query
 * string, which may hold a search text. An answer below 500 may end `outage`.
 */
export function logRequests(log: Log, outage: Pick<Outage, 'worked'>) {
  return (req: Request, res: Response, next: NextFunction): void => {
    const startedAt = performance.now();
    const logEnd = (): void => {
      const tookMs = performance.now() - startedAt;
      const durationMs = Math.floor(tookMs);
      const caller = res.locals['caller'] as Caller | undefined;
      const path = req.originalUrl.split('?')[0] ?? '';
      const route = res.locals['route'] as string | undefined;
      httpSeconds.observe(labelsOf(req, res, route), tookMs / 1000);
      if (res.writableFinished && res.statusCode < 500) outage.worked();
      const status = res.writableFinished ? String(res.statusCode) : 'aborted by the client';
      log.log(levelOf(path), `${req.method} ${path} ${status} in ${durationMs} ms`, {
        request_id: requestIdOf(res),
        method: req.method,
        path,
        status: res.statusCode,
        duration_ms: durationMs,
        ...(caller === undefined ? {} : namesOf(caller)),
        user_id: caller?.kind === 'household' ? caller.userId : undefined,
        api_key_id: caller?.apiKeyId,
        error: res.locals['errorCode'] as string | undefined,
      });
    };
    res.once('close', ofActiveSpan(logEnd));
    next();
  };
}

/** Paths outside the API could be anything, with any method: they are counted together. */
function labelsOf(req: Request, res: Response, route: string | undefined) {
  const status = res.writableFinished ? `${Math.floor(res.statusCode / 100)}xx` : 'aborted';
  return { method: route === undefined ? '' : req.method, route: route ?? 'other', status };
}

/** Probes come every few seconds and are rarely worth a log line. */
function levelOf(path: string): 'debug' | 'info' {
  return PROBES.has(path) ? 'debug' : 'info';
}

const PROBES = new Set(['/healthz', '/livez', '/readyz']);
