import express from 'express';
import type { Router } from 'express';
import type { ApiContext } from '../context.ts';
import { withDeadline } from './deadline.ts';

/** A readiness check that takes longer than this counts as failed. */
const CHECK_TIMEOUT_MS = 2_000;

/**
 * GET /healthz: the process answers. GET /readyz: Postgres and the queue answer too, so that a
 * load balancer sends requests here; 503 names the part that is away.
 */
export function serveHealth(context: ApiContext): Router {
  const router = express.Router();
  router.get('/healthz', (_req, res) => void res.json({ status: 'ok' }));
  router.get('/readyz', async (_req, res) => {
    const [postgres, queue] = await Promise.all([
      answers(async () => context.sql`select 1`),
      answers(async () => context.queues.ping()),
    ]);
    const ready = postgres && queue;
    if (!ready) res.status(503).set('Retry-After', '5');
    res.json({
      status: ready ? 'ok' : 'unavailable',
      postgres: postgres ? 'ok' : 'away',
      queue: queue ? 'ok' : 'away',
    });
  });
  return router;
}

async function answers(check: () => Promise<unknown>): Promise<boolean> {
  return withDeadline(CHECK_TIMEOUT_MS, check()).then(
    () => true,
    () => false,
  );
}
