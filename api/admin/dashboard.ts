import express from 'express';
import type { Request, RequestHandler, Response, Router } from 'express';
import { AppError } from '../../shared/errors.ts';
import { renderMetrics } from '../../shared/metrics/register-metrics.ts';
import { insertOperatorAction } from '../../shared/store/operations/operator-actions.ts';
import type { ApiContext } from '../context.ts';
import { allowPage } from '../pages/page.ts';
import { sendLoginPage, sendLogoutPage } from './login-page.ts';
import { isSameOrigin } from './same-origin.ts';
import { createAdminSessions } from './session.ts';
import type { AdminSessions } from './session.ts';
import { createLoginThrottle } from './throttle.ts';

const DASHBOARD_PATH = '/admin/queues';
const LOGIN_PATH = '/admin/login';

/**
 * The queue dashboard behind a login. Nothing is served without ADMIN_PASSWORD, nothing can be
 * changed without ADMIN_WRITE, and changes come only from the dashboard's own pages.
 */
export function serveDashboard(context: ApiContext): Router {
  const router = express.Router();
  const { adminPassword } = context.config;
  if (adminPassword === null) return router;
  const sessions = createAdminSessions(context.sql, adminPassword, context.clock);
  router.use('/admin', noStore, refuseForeignWrites);
  router.use('/admin', loginRouter(context, sessions));
  router.get('/admin/metrics', requireLogin(sessions), async (req, res) => {
    const { contentType, text } = await renderMetrics(req.get('accept'));
    res.type(contentType).send(text);
  });
  router.use(
    DASHBOARD_PATH,
    requireLogin(sessions),
    refuseWrites(context.config.adminWrite),
    noteWrites(context),
  );
  router.use(DASHBOARD_PATH, refuseDestruction, serveOwnStyle, boardOnFirstUse(context));
  return router;
}

function loginRouter({ clock, log }: ApiContext, sessions: AdminSessions): Router {
  const router = express.Router();
  const throttle = createLoginThrottle(clock);
  router.get('/', (_req, res) => res.redirect(302, DASHBOARD_PATH));
  router.get('/login', (_req, res) => sendLoginPage(res));
  router.post('/login', express.urlencoded({ extended: false, limit: '4kb' }), async (req, res) => {
    const { password } = (req.body ?? {}) as { password?: unknown };
    if (typeof password === 'string' && sessions.isPassword(password)) {
      await sessions.open(req, res);
      res.redirect(303, DASHBOARD_PATH);
      return;
    }
    const address = req.ip ?? '';
    log.warn('a login to the queue dashboard failed', { address });
    await throttle.fail(address);
    sendLoginPage(res, { status: 401, error: 'That is not the password.' });
  });
  router.get('/logout', (_req, res) => sendLogoutPage(res));
  router.post('/logout', async (req, res) => {
    await sessions.close(req, res);
    res.redirect(303, LOGIN_PATH);
  });
  return router;
}

function requireLogin(sessions: AdminSessions): RequestHandler {
  return async (req, res, next) => {
    if (await sessions.isOpen(req)) {
      allowPage(res);
      next();
      return;
    }
    if (req.method === 'GET' && req.accepts(['html', 'json']) === 'html') {
      res.redirect(302, LOGIN_PATH);
      return;
    }
    throw new AppError('unauthorized', { publicMessage: 'Log in to the queue dashboard first.' });
  };
}

/** CSRF: a browser sends the cookie with what other sites make it do, unless SameSite holds; so ask twice. */
const refuseForeignWrites: RequestHandler = (req, _res, next) => {
  if (isRead(req) || isSameOrigin(req)) {
    next();
    return;
  }
  throw new AppError('insufficient_scope', {
    publicMessage: 'The queue dashboard only takes changes from its own pages.',
  });
};

function refuseWrites(allowed: boolean): RequestHandler {
  return (req, _res, next) => {
    if (isRead(req) || allowed) {
      next();
      return;
    }
    throw new AppError('insufficient_scope', {
      publicMessage: 'The queue dashboard is read-only unless ADMIN_WRITE is set.',
    });
  };
}

/** Not even an operator needs these: jobs come from rows, and a row whose job is gone gets another. */
const DESTRUCTIVE = /\/(obliterate|empty|add|update-data)$/;

const refuseDestruction: RequestHandler = (req, _res, next) => {
  if (isRead(req) || !DESTRUCTIVE.test(req.path)) {
    next();
    return;
  }
  throw new AppError('insufficient_scope', {
    publicMessage:
      'The queue dashboard neither adds jobs nor empties queues: jobs follow the rows in Postgres.',
  });
};

/** The board's page asks for fonts of another host, which our policy blocks; our style sheet stands in their place. */
const FOREIGN_FONTS = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/;
const OWN_STYLE =
  '<link rel="stylesheet" href="/assets/board.css"><script defer src="/assets/board.js"></script>';

const serveOwnStyle: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res);
  res.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace(FOREIGN_FONTS, OWN_STYLE) : body);
  next();
};

/** What was done on the board, beside what was done with the commands. */
function noteWrites({ sql, log }: ApiContext): RequestHandler {
  return (req, res, next) => {
    if (!isRead(req)) {
      const target = req.path.replace(/^\/api/, '');
      res.once('finish', () => {
        const noted = { actor: 'board', action: req.method, target };
        const result = `answered ${res.statusCode}`;
        insertOperatorAction(sql, { ...noted, result }).catch((error: unknown) =>
          log.error('an action on the board could not be noted', { ...noted, error }),
        );
      });
    }
    next();
  };
}

function isRead(req: Request): boolean {
  return req.method === 'GET' || req.method === 'HEAD';
}

/** The board opens connections for every queue and loads much: not before somebody looks at it. */
function boardOnFirstUse(context: ApiContext): RequestHandler {
  let board: RequestHandler | undefined;
  return async (req, res, next) => {
    const { openBoard } = await import('./open-board.ts');
    board ??= openBoard(context, DASHBOARD_PATH);
    board(req, res, next);
  };
}

function noStore(_req: Request, res: Response, next: () => void): void {
  res.set('Cache-Control', 'no-store');
  next();
}
