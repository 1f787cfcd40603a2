import type { Request, RequestHandler, Response } from 'express';
import { recordNotFound } from '../../shared/errors.ts';
import type { ApiContext } from '../context.ts';
import { openBodyMemory } from '../limits/body-memory.ts';
import type { BodyValidators } from '../openapi/validators.ts';
import { authenticate, requireScope } from './authenticate.ts';
import { clientGone } from './client-gone.ts';
import { withDeadline } from './deadline.ts';
import { readQuery, refuseUnknown } from './query-parameters.ts';
import { limitRate, limitStrangers } from './rate-limit.ts';
import { readJson } from './read-json.ts';
import { requestIdOf } from './request-id.ts';
import type { ApiRequest, Route } from './route.ts';
import { sendStream } from './send-stream.ts';
import { isUuid } from '../../shared/uuid.ts';

/** A key that is not found by then means that Postgres is away or drowning: answer 503, pile up nothing. */
const LOOKUP_TIMEOUT_MS = 4_000;

/**
 * Serves one line of the route table. The order is part of the interface: authenticate, rate limit,
 * scope, path, query, then the handler with its record lookup and body. So 401 is never counted, 403
 * is decided before 404, and 404 before 422.
 */
export function serveRoute(
  context: ApiContext,
  route: Route,
  validators: BodyValidators,
): RequestHandler {
  return async (req: Request, res: Response): Promise<void> => {
    const caller = await withDeadline(LOOKUP_TIMEOUT_MS, authenticate(context, req)).catch(
      (error: unknown) => {
        throw limitStrangers(context, req, error);
      },
    );
    res.locals['caller'] = caller;
    await limitRate(context, caller.apiKeyId, res);
    requireScope(caller, route.scope);
    const params = readParams(route, req);
    const declared = route.schema.query ?? {};
    const query = readQuery(declared, searchOf(req));
    if (route.schema.lenient !== true) refuseUnknown(declared, searchOf(req));
    const { signal, onClose } = watchClose(res);
    const memory = openBodyMemory(context.limits.uploadBytes, caller.householdId);
    onClose(() => memory.close());
    const { bodyTimeoutMs: timeoutMs, bodyStallMs: stallMs } = context.config;
    const pace = { timeoutMs, stallMs, memory };
    const answer = await route.handler(context, {
      params,
      id: params['id'] ?? '',
      query,
      caller,
      requestId: requestIdOf(res),
      signal,
      onClose,
      pace,
      readJson: () => readJson(req, route.schema.body ?? NO_BODY, validators(route), pace),
      raw: req,
    });
    res.status(answer.status).set(answer.headers ?? {});
    if (answer.stream !== undefined) await sendStream(context.log, answer.stream, res);
    else if (answer.json !== undefined) res.type('json').send(answer.json);
    else if (answer.body === undefined) res.end();
    else res.json(answer.body);
  };
}

const NO_BODY = { required: false };

/** Tells when the answer is out or the client gone; `signal` only of the latter. */
function watchClose(res: Response): Pick<ApiRequest, 'signal' | 'onClose'> {
  const gone = new AbortController();
  const releases: (() => void)[] = [];
  let closed = false;
  res.once('close', () => {
    closed = true;
    for (const release of releases) release();
    if (!res.writableFinished) gone.abort(clientGone());
  });
  const onClose = (release: () => void): void => {
    if (closed) release();
    else releases.push(release);
  };
  return { signal: gone.signal, onClose };
}

/** Throws record_not_found for anything that is not a uuid where one is needed. */
function readParams(route: Route, req: Request): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(req.params)) {
    const text = String(value);
    if (route.schema.params?.[name] !== undefined) params[name] = text;
    else if (isUuid(text)) params[name] = text.toLowerCase();
    else throw recordNotFound();
  }
  return params;
}

function searchOf(req: Request): URLSearchParams {
  const start = req.originalUrl.indexOf('?');
  return new URLSearchParams(start === -1 ? '' : req.originalUrl.slice(start + 1));
}
