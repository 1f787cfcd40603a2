import type { Request, RequestHandler, Response } from 'express';
import { overloaded, recordNotFound } from '../../shared/platform/errors.ts';
import type { Replica } from '../../shared/postgres/replica.ts';
import { addToOrigin } from '../../shared/platform/origin.ts';
import { nameRequestSpan } from '../../shared/platform/tracing/active-span.ts';
import type { ApiContext } from '../context.ts';
import { openBodyMemory } from '../limits/body-memory.ts';
import type { BodyValidators } from '../openapi/validators.ts';
import { answerOnce, readIdempotencyKey } from './answer-once.ts';
import { authenticate, requireScope } from './authenticate.ts';
import { createBodyDigest } from './body-digest.ts';
import { clientGone } from './client-gone.ts';
import { withDeadline } from './deadline.ts';
import { answerIfMatch, etagOf, hasTag, isKnown, jsonOf } from './etag.ts';
import { readQuery, refuseUnknown } from './query-parameters.ts';
import { limitRate, limitStrangers } from './rate-limit.ts';
import { hasBody, mediaType, readJson } from './read-json.ts';
import { requestIdOf } from './request-id.ts';
import { runHandler } from './route.ts';
import type { ApiRequest, ApiResponse, Route } from './route.ts';
import { sendStream } from './send-stream.ts';
import { isUuid } from '#preflight/uuid';

/** A key that is not found by then means that Postgres is away or drowning: answer 503, pile up nothing. */
const LOOKUP_TIMEOUT_MS = 4_000;
/** Few answers are larger: a list of 500. */
const LARGE_ANSWER_BYTES = 1024 * 1024;

/**
 * Serves one line of the route table; `shown` is the GET of the same path, if there is one. The order is part of the
 * interface: authenticate, rate limit, scope, path, query, then the handler with its record lookup and body. So 401 is
 * never counted, 403 is decided before 404, and 404 before 422.
 */
export function serveRoute(
  context: ApiContext,
  route: Route,
  validators: BodyValidators,
  shown: Route | null,
): RequestHandler {
  const isTagged = hasTag(route, shown);
  return async (req: Request, res: Response): Promise<void> => {
    res.locals['route'] = route.path;
    nameRequestSpan(req.method, route.path);
    const caller = await withDeadline(LOOKUP_TIMEOUT_MS, authenticate(context, req)).catch(
      (error: unknown) => {
        throw limitStrangers(context, req, error);
      },
    );
    res.locals['caller'] = caller;
    addToOrigin({ household_id: caller.householdId });
    await limitRate(context, caller.apiKeyId, res);
    requireScope(caller, route.scope);
    const params = readParams(route, req);
    const declared = route.schema.query ?? {};
    const search = searchOf(req);
    const query = readQuery(declared, search);
    if (route.schema.lenient !== true) refuseUnknown(declared, search);
    const { signal, onClose } = watchClose(res);
    const memory = openBodyMemory(context.limits.uploadBytes, caller.householdId);
    onClose(() => memory.close());
    const { bodyTimeoutMs: timeoutMs, bodyStallMs: stallMs } = context.config;
    const key = route.method === 'post' ? readIdempotencyKey(req) : null;
    const digest =
      key === null
        ? undefined
        : createBodyDigest(hasBody(req) ? mediaType(req.headers['content-type']) : null);
    const pace = { timeoutMs, stallMs, memory, digest };
    const request: ApiRequest = {
      params,
      id: params['id'] ?? '',
      query,
      caller,
      requestId: requestIdOf(res),
      get signal() {
        return signal();
      },
      onClose,
      pace,
      readJson: () => readJson(req, route.schema.body ?? NO_BODY, validators(route), pace),
      raw: req,
    };
    const answer =
      key !== null
        ? await answerOnce(context, route, request, key)
        : 'write' in route
          ? await answerIfMatch(context, route, request, shown)
          : route.method === 'get'
            ? await readInPlace(context, request, () =>
                readWith(isCollection(route) ? context.replica : null, context, (reading) =>
                  runHandler(reading, route, request),
                ),
              )
            : await runHandler(context, route, request);
    res.status(answer.status).set(answer.headers ?? {});
    if (answer.stream !== undefined) await sendStream(context.log, answer.stream, res);
    else sendJson(jsonOf(answer), isTagged, req, res);
  };
}

/** Lists, exports and sums: what reads most, and may be asked twice. */
function isCollection({ path }: Route): boolean {
  return !path.includes('{');
}

function readWith<T>(
  replica: Replica | null,
  context: ApiContext,
  answer: (context: ApiContext) => Promise<T>,
): Promise<T> {
  return replica === null ? answer(context) : replica.read((sql) => answer({ ...context, sql }));
}

/**
 * Reads in a place of the household, which is free again before the client takes the answer. Until it has, the answer
 * counts as unread: as a large one from the beginning, so that nothing is read that has no room. Throws
 * service_unavailable without a place or room.
 */
function readInPlace(
  { limits: { reads, unreadBytes } }: ApiContext,
  request: ApiRequest,
  read: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { caller, onClose } = request;
  const { householdId } = caller;
  return reads.run(
    householdId,
    () => request.signal,
    async () => {
      if (!unreadBytes.take(householdId, LARGE_ANSWER_BYTES)) {
        throw overloaded('Too many answers wait until their clients read them.');
      }
      let unread = LARGE_ANSWER_BYTES;
      onClose(() => unreadBytes.give(householdId, unread));
      const answer = await read();
      const json = jsonOf(answer);
      unread = json?.length ?? 0;
      unreadBytes.give(householdId, LARGE_ANSWER_BYTES - unread);
      return json === null ? answer : { ...answer, json };
    },
  );
}

function sendJson(json: string | null, isTagged: boolean, req: Request, res: Response): void {
  if (json === null) return void res.end();
  // Encoded once, for the tag and for the socket.
  const bytes = Buffer.from(json);
  if (isTagged) {
    const tag = etagOf(bytes);
    res.setHeader('ETag', tag);
    if (isKnown(req, tag)) return void res.status(304).end();
  }
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

const NO_BODY = { required: false };

/** Tells when the answer is out or the client gone; `signal`, which few look at, only of the latter. */
function watchClose(res: Response): { signal: () => AbortSignal; onClose: ApiRequest['onClose'] } {
  let gone: AbortController | undefined;
  const releases: (() => void)[] = [];
  let closed = false;
  const tell = (): void => {
    if (closed && !res.writableFinished) gone?.abort(clientGone());
  };
  res.once('close', () => {
    closed = true;
    for (const release of releases) release();
    tell();
  });
  const signal = (): AbortSignal => {
    gone ??= new AbortController();
    tell();
    return gone.signal;
  };
  const onClose = (release: () => void): void => {
    if (closed) release();
    else releases.push(release);
  };
  return { signal, onClose };
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
