import express from 'express';
import type { Request, Response, NextFunction, Router } from 'express';
import { serviceUnavailable } from '../../shared/errors.ts';
import { findFaults } from '../../shared/start-up.ts';
import type { StartUp } from '../../shared/start-up.ts';
import type { ApiContext } from '../context.ts';

/**
 * GET /healthz: the process answers. GET /readyz: Postgres and the queue answer and write, so that a
 * load balancer sends requests here; 503 names the part that is away, and why.
 */
export function serveHealth(context: ApiContext, starting: Pick<StartUp, 'missing'>): Router {
  const router = express.Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const { postgres, queue } = await findFaults(context);
    const reason = postgres ?? queue ?? starting.missing();
    if (reason !== null) res.status(503).set('Retry-After', '5');
    res.json({
      status: reason === null ? 'ok' : 'unavailable',
      postgres: postgres === null ? 'ok' : 'away',
      queue: queue === null ? 'ok' : 'away',
      ...(reason === null ? {} : { reason }),
    });
  });
  return router;
}

/** 503 for everything that needs what is not there yet. */
export function refuseWhileStarting(starting: Pick<StartUp, 'missing'>) {
  return (_req: Request, _res: Response, next: NextFunction): void => {
    const missing = starting.missing();
    next(missing === null ? undefined : serviceUnavailable(new Error(missing)));
  };
}
