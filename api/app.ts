import express from 'express';
import type { Express, Request, RequestHandler, Response, Router } from 'express';
import { AppError, badRequest } from '../shared/platform/errors.ts';
import { groupBy } from '../shared/platform/group-by.ts';
import { judgedOutage } from '../shared/queue/readiness.ts';
import { serveDashboard } from './admin/dashboard.ts';
import { serveConsole } from './console/pages.ts';
import { SESSION_PATH, serveSession } from './console/session.ts';
import type { ApiContext } from './context.ts';
import { allowCrossOrigin } from './http/cors.ts';
import { handleErrors } from './http/error-handler.ts';
import { refuseWhileStarting, serveHealth } from './http/health.ts';
import type { Started } from './http/health.ts';
import { refuseMethod } from './http/refuse-method.ts';
import { logRequests } from './http/request-log.ts';
import { assignRequestId } from './http/request-id.ts';
import type { Route } from './http/route.ts';
import { forbidStoring, secureHeaders } from './http/secure-headers.ts';
import { serveRoute } from './http/serve-route.ts';
import { serveMcp } from './mcp/serve-mcp.ts';
import { buildOpenApiDocument } from './openapi/document.ts';
import { bodyValidators } from './openapi/validators.ts';
import { keptText } from './pages/page.ts';
import { servePages } from './pages/pages.ts';
import { ROUTES } from './routes.ts';

/** The table never changes, so a process builds these once. */
const document = buildOpenApiDocument();
const validators = bodyValidators(document);

/** For a context in which nothing is missing, as in most tests. */
const STARTED: Started = { missing: () => null, checked: Promise.resolve() };

/**
 * The whole HTTP interface over one context. The route table itself is `routes.ts`. While `starting` reports something
 * missing, the API answers 503.
 */
export function buildApp(context: ApiContext, starting = STARTED): Express {
  const app = express();
  const outage = judgedOutage(context, 'requests');
  app.set('trust proxy', context.config.trustProxy);
  app.disable('x-powered-by');
  // `serveRoute` makes the tags: a write compares them, too.
  app.disable('etag');
  app.enable('case sensitive routing');
  app.use(assignRequestId, logRequests(context.log, outage), secureHeaders(), requireHost);
  // These come first, because nearly every request is for them.
  app.use('/api', allowCrossOrigin());
  app.use(['/api', '/mcp', SESSION_PATH], forbidStoring);
  app.get(
    '/api/v1/openapi.json',
    keptText('json', () => JSON.stringify(document)),
  );
  app.use(['/api', '/mcp', SESSION_PATH], refuseWhileStarting(starting));
  app.use(serveApi(context));
  app.use(serveMcp(context, validators));
  app.use(serveSession(context));
  app.use(serveConsole());
  app.use(serveHealth(context, starting));
  app.use(servePages(document, { dashboard: context.config.adminPassword !== null }));
  app.use(serveDashboard(context));
  app.use(unknownRoute);
  app.use(handleErrors(context.log, outage));
  return app;
}

/**
 * Serves every path of the table with its methods, and answers 405 to others. A path without parameters is looked up
 * directly; Express would compare it with a hundred paths, one after the other.
 */
function serveApi(context: ApiContext): RequestHandler {
  const whole = express.Router({ caseSensitive: true });
  const exact = new Map<string, Router>();
  for (const [path, routes] of routesByPath()) {
    const shown = routes.find(({ method }) => method === 'get') ?? null;
    const serve = (router: Router): void => {
      const entry = router.route(path.replaceAll(/\{(\w+)\}/g, ':$1'));
      for (const route of routes)
        entry[route.method](serveRoute(context, { route, validators, shown }));
      const methods = routes.map((route) => route.method.toUpperCase());
      entry.all(refuseMethod([...methods, ...(shown === null ? [] : ['HEAD']), 'OPTIONS']));
    };
    serve(whole);
    if (path.includes('{')) continue;
    const alone = express.Router({ caseSensitive: true });
    serve(alone);
    exact.set(path, alone);
  }
  return (req, res, next) => {
    if (req.path.startsWith('/api/')) (exact.get(req.path) ?? whole)(req, res, next);
    else next();
  };
}

function routesByPath(): Map<string, Route[]> {
  // `/rules/preview` must come before `/rules/{id}`, which matches it as well.
  const isPattern = ({ path }: Route): number => Number(path.includes('{'));
  const sorted = ROUTES.toSorted((a, b) => isPattern(a) - isPattern(b));
  return groupBy(sorted, ({ path }) => path);
}

/** HTTP/1.1 requires a Host. Node would refuse the request itself, with an empty answer. */
function requireHost(req: Request, _res: Response, next: () => void): void {
  if (req.httpVersion === '1.1' && req.headers.host === undefined) {
    throw badRequest('The header Host is missing.');
  }
  next();
}

function unknownRoute(req: Request): never {
  throw new AppError('not_found', { publicMessage: `There is no ${req.method} ${req.path}.` });
}
