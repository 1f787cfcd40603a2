import express from 'express';
import type { Request, Response, NextFunction, Router } from 'express';
import { overloaded } from '../../shared/platform/errors.ts';
import { answerReadiness } from '../../shared/queue/readiness.ts';
import type { StartUp } from '../../shared/queue/start-up.ts';
import type { ApiContext } from '../context.ts';

/** What requests need to know about a process that is starting. */
export type Started = Pick<StartUp, 'missing' | 'checked'>;

/**
 * GET /livez and /healthz: the process answers. GET /readyz: Postgres and the queue answer and accept writes, so that a
 * load balancer sends requests here; 503 names the part that is down, and why.
 */
export function serveHealth(context: ApiContext, starting: Started): Router {
  const router = express.Router();
  for (const path of ['/healthz', '/livez']) {
    router.get(path, (_req, res) => void res.json({ status: 'ok' }));
  }
  router.get('/readyz', async (_req, res) => {
    const { status, body } = await answerReadiness(context, starting);
    if (status !== 200) res.status(status).set('Retry-After', '5');
    res.json(body);
  });
  return router;
}

/**
 * Answers 503 while something that requests need is missing; the first requests wait until that is known. The start-up
 * logs what is missing, so these refusals are not logged as errors.
 */
export function refuseWhileStarting(starting: Started) {
  return async (_req: Request, _res: Response, next: NextFunction): Promise<void> => {
    await starting.checked;
    const missing = starting.missing();
    next(
      missing === null ? undefined : overloaded('The service is starting. Try again shortly.', 5),
    );
  };
}
