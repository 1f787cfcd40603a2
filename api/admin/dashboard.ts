import express from 'express';
import type { ErrorRequestHandler, Request, RequestHandler, Response, Router } from 'express';
import { AppError } from '../../shared/platform/errors.ts';
import { judge, JUDGED_LATELY_MS } from '../../shared/queue/readiness.ts';
import { renderMetrics } from '../../shared/operations/register-metrics.ts';
import { insertLoginGuess } from '../../shared/households/admin-login-guesses.ts';
import { insertOperatorAction } from '../../shared/operations/store/operator-actions.ts';
import { consolePage } from '../console/pages.ts';
import type { ApiContext } from '../context.ts';
import { toAppError } from '../http/error-handler.ts';
import { collectBody } from '../http/read-body.ts';
import { forbidStoring } from '../http/secure-headers.ts';
import { openBodyMemory } from '../limits/body-memory.ts';
import { networkOf } from '../limits/failure-counts.ts';
import type { OnGone } from '../limits/places.ts';
import { allowPage } from '../pages/page.ts';
import { sendAwayPage, sendLoginPage, sendLogoutPage } from './login-page.ts';
import { serveOperators } from './operators.ts';
import { isRead, refuseForeignPages } from '../http/same-origin.ts';
import { createAdminSessions } from './session.ts';
import type { AdminSessions } from './session.ts';
import { createLoginThrottle } from './throttle.ts';

const CONSOLE_PATH = '/admin';
const DASHBOARD_PATH = '/admin/queues';
const LOGIN_PATH = '/admin/login';

/**
 * The operators' console and the queue dashboard, behind a login. Nothing is served without ADMIN_PASSWORD, nothing can
 * be changed without ADMIN_WRITE, and changes come only from the dashboard's own pages.
 */
export function serveDashboard(context: ApiContext): Router {
  const router = express.Router();
  const { adminPassword, adminWrite } = context.config;
  if (adminPassword === null) return router;
  const sessions = createAdminSessions(context.sql, adminPassword, context.clock);
  router.use('/admin', forbidStoring, refuseForeignWrites);
  router.use('/admin', loginRouter(context, sessions));
  router.get('/admin/metrics', requireLogin(sessions), async (_req, res) => {
    const { contentType, text } = await renderMetrics();
    res.type(contentType).send(text);
  });
  router.use(
    '/admin/api',
    requireSession(sessions),
    refuseWrites(adminWrite),
    serveOperators(context),
  );
  router.use(
    DASHBOARD_PATH,
    requireLogin(sessions),
    refuseWrites(adminWrite),
    noteWrites(context),
    refuseNeedless,
    serveOwnStyle,
    boardOnFirstUse(context),
  );
  const toBoard = (_req: Request, res: Response): void => res.redirect(302, DASHBOARD_PATH);
  router.get('/admin{/*place}', requireLogin(sessions), consolePage(toBoard));
  router.use('/admin', explainAway(context, sessions));
  return router;
}

/**
 * Says in a 503 what is away, to browsers in which an operator has logged in: no session can be looked up without Postgres. A
 * browser that opens a page gets a page.
 */
function explainAway(context: ApiContext, sessions: AdminSessions): ErrorRequestHandler {
  return async (thrown: unknown, req, res, next) => {
    const error = toAppError(thrown);
    if (error.code !== 'service_unavailable' || error.isShed) {
      next(thrown);
      return;
    }
    const isKnown = sessions.deviceOf(req) !== null;
    const { postgres, queue } = isKnown
      ? await judge(context, JUDGED_LATELY_MS)
      : { postgres: null, queue: null };
    const reasons = [postgres ?? queue ?? []].flat();
    const { cause, publicMessage } = error;
    if (req.accepts(['json', 'html']) === 'html') res.json = () => sendAwayPage(req, res, reasons);
    next(new AppError(error.code, { publicMessage, cause: cause ?? thrown, errors: reasons }));
  };
}

function loginRouter(context: ApiContext, sessions: AdminSessions): Router {
  const { log, sql } = context;
  const router = express.Router();
  const throttle = createLoginThrottle();
  router.get('/login', (req, res) => sendLoginPage(req, res));
  router.post('/login', async (req, res) => {
    const password = await readPassword(context, req);
    const address = req.ip ?? '';
    const guesser = { address, device: sessions.deviceOf(req), onGone: whenGone(req, res) };
    let isRight: boolean;
    try {
      isRight = await throttle.judge(guesser, () => sessions.isPassword(password));
    } catch (error) {
      log.info('a login to the queue dashboard was not judged', { address, error });
      sendLoginPage(req, res.set('Retry-After', '60'), { status: 429, fault: 'too_many' });
      return;
    }
    if (isRight) {
      await sessions.open(req, res);
      res.redirect(303, CONSOLE_PATH);
      return;
    }
    log.warn('a login to the queue dashboard failed', { address });
    await insertLoginGuess(sql, networkOf(address));
    sendLoginPage(req, res, { status: 401, fault: 'wrong' });
  });
  router.get('/logout', sendLogoutPage);
  router.post('/logout', async (req, res) => {
    await sessions.close(req, res);
    res.redirect(303, LOGIN_PATH);
  });
  return router;
}

const FORM_BYTES_MAX = 1024 * 1024;

/** Returns the password in the form; '' when there is none. Throws what `readBody` throws. */
async function readPassword({ config, limits }: ApiContext, req: Request): Promise<string> {
  const memory = openBodyMemory(limits.uploadBytes, 'the login of the dashboard');
  try {
    const { bodyTimeoutMs: timeoutMs, bodyStallMs: stallMs } = config;
    const pace = { timeoutMs, stallMs, memory, bytesMax: FORM_BYTES_MAX };
    const form = Buffer.from(await collectBody(req, pace)).toString();
    return new URLSearchParams(form).get('password') ?? '';
  } finally {
    memory.close();
  }
}

/** Browsers keep their side of the connection open while they wait, so a client that has closed it is gone. */
function whenGone({ socket }: Request, res: Response): OnGone {
  return (leave) => {
    if (socket.readableEnded) leave();
    socket.once('end', leave);
    res.once('close', () => {
      socket.off('end', leave);
      leave();
    });
  };
}

function requireLogin(sessions: AdminSessions): RequestHandler {
  return async (req, res, next) => {
    if (await sessions.isOpen(req)) {
      allowPage(res, { isBoard: true });
      next();
      return;
    }
    if (req.method === 'GET' && req.accepts(['html', 'json']) === 'html') {
      res.redirect(302, LOGIN_PATH);
      return;
    }
    throw notLoggedIn();
  };
}

/** For programs: answers an error instead of the login page. */
function requireSession(sessions: AdminSessions): RequestHandler {
  return async (req, _res, next) => {
    if (!(await sessions.isOpen(req))) throw notLoggedIn();
    next();
  };
}

function notLoggedIn(): AppError {
  return new AppError('unauthorized', { publicMessage: 'Log in to the queue dashboard first.' });
}

/** A link on another site may lead to one of our pages, so only writes are refused. */
const refuseForeignWrites: RequestHandler = (req, _res, next) => {
  if (!isRead(req)) refuseForeignPages(req);
  next();
};

function refuseWrites(allowed: boolean): RequestHandler {
  return (req, _res, next) => {
    if (!isRead(req) && !allowed) {
      throw new AppError('insufficient_scope', {
        publicMessage: 'The queue dashboard is read-only unless ADMIN_WRITE is set.',
      });
    }
    next();
  };
}

/** Actions that no operator needs, each with what to do instead. Jobs come from rows: a row without a job gets a new one. */
const REFUSED: readonly [RegExp, string][] = [
  [
    /\/(obliterate|empty|add|update-data)$/,
    'The queue dashboard neither adds jobs nor empties queues: jobs follow the rows in Postgres.',
  ],
  [
    /\/(concurrency|rate-limit|delay|priority)$/,
    'The queue dashboard sets neither limits nor delays nor priorities: pause the queue, or ledgerline ops pause TARGET.',
  ],
];

const refuseNeedless: RequestHandler = (req, _res, next) => {
  const refused = REFUSED.find(([path]) => !isRead(req) && path.test(req.path));
  if (refused) throw new AppError('insufficient_scope', { publicMessage: refused[1] });
  next();
};

/** The board's page loads fonts from another host, which our policy blocks; our style sheet replaces them. */
const FOREIGN_FONTS = /<link href="https:\/\/fonts\.googleapis\.com[^>]*>/;
const OWN_STYLE =
  '<link rel="stylesheet" href="/assets/board.css"><script defer src="/assets/board.js"></script>';

const serveOwnStyle: RequestHandler = (_req, res, next) => {
  const send = res.send.bind(res);
  res.send = (body: unknown) =>
    send(typeof body === 'string' ? body.replace(FOREIGN_FONTS, OWN_STYLE) : body);
  next();
};

/** Records actions on the board as the commands record theirs. */
function noteWrites({ sql, log }: ApiContext): RequestHandler {
  return (req, res, next) => {
    if (!isRead(req)) {
      const target = req.path.replace(/^\/api/, '');
      res.once('finish', () => {
        const noted = { actor: 'board', action: req.method, target };
        const result = `answered ${res.statusCode}`;
        insertOperatorAction(sql, { ...noted, result }).catch((error: unknown) =>
          log.error('an action on the board could not be recorded', { ...noted, error }),
        );
      });
    }
    next();
  };
}

/** The board loads a lot of code and opens a connection per queue, so it is created when someone first opens it. */
function boardOnFirstUse(context: ApiContext): RequestHandler {
  let board: RequestHandler | undefined;
  return async (req, res, next) => {
    const { openBoard } = await import('./open-board.ts');
    board ??= openBoard(context, DASHBOARD_PATH);
    board(req, res, next);
  };
}
