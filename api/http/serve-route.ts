import type { Request, RequestHandler, Response } from 'express';
import { overloaded, recordNotFound } from '../../shared/platform/errors.ts';
import type { Replica } from '../../shared/postgres/replica.ts';
import { withTimeout } from '../../shared/platform/with-timeout.ts';
import { addToOrigin } from '../../shared/platform/origin.ts';
import { nameRequestSpan } from '../../shared/platform/tracing/active-span.ts';
import type { ApiContext } from '../context.ts';
import { openBodyMemory } from '../limits/body-memory.ts';
import { UUID } from '../openapi/json-schema.ts';
import type { BodyValidators } from '../openapi/validators.ts';
import { answerOnce, readIdempotencyKey } from './answer-once.ts';
import { authenticate, namesOf, requireScope } from './authenticate.ts';
import { createBodyDigest } from './body-digest.ts';
import { clientGone } from './client-gone.ts';
import { answerIfMatch, etagOf, hasTag, isKnown, jsonOf } from './etag.ts';
import { readQuery, refuseUnknown, searchOf } from './query-parameters.ts';
import { limitRate, limitStrangers } from './rate-limit.ts';
import { hasBody, mediaType, readJson } from './read-json.ts';
import { requestIdOf } from './request-id.ts';
import { runHandler } from './route.ts';
import type { AnyRequest, ApiResponse, Route } from './route.ts';
import { sendStream } from './send-stream.ts';
import { isUuid } from '#preflight/uuid';

/** A lookup that takes longer means that Postgres is away or overloaded: answer 503 and queue nothing up. */
const LOOKUP_TIMEOUT_MS = 4_000;
/** Few answers are larger than this, such as a list of 500. */
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
    const caller = await withTimeout(
      authenticate(context, req),
      LOOKUP_TIMEOUT_MS,
      'the key was not looked up in time',
    ).catch((error: unknown) => {
      throw limitStrangers(context, req, error);
    });
    res.locals['caller'] = caller;
    addToOrigin(namesOf(caller));
    await limitRate(context, caller.apiKeyId, res);
    requireScope(caller, route.scope);
    const params = readParams(route, req);
    const declared = route.query ?? {};
    const search = searchOf(req);
    const query = readQuery(declared, search);
    if (route.lenient !== true) refuseUnknown(declared, search);
    const { signal, onClose } = watchClose(res);
    const memory = openBodyMemory(context.limits.uploadBytes, caller.ownerId);
    onClose(() => memory.close());
    const { bodyTimeoutMs: timeoutMs, bodyStallMs: stallMs } = context.config;
    const key = route.method === 'post' ? readIdempotencyKey(req) : null;
    const digest =
      key === null
        ? undefined
        : createBodyDigest(hasBody(req) ? mediaType(req.headers['content-type']) : null);
    const pace = { timeoutMs, stallMs, memory, digest };
    const request: AnyRequest = {
      params,
      id: params['id'] ?? '',
      query,
      caller,
      householdId: caller.householdId,
      requestId: requestIdOf(res),
      get signal() {
        return signal();
      },
      onClose,
      pace,
      readJson: () => readJson(req, route.body ?? NO_BODY, validators(route), pace),
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

/** Lists, exports and sums, which read most. A replica may serve them. */
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
 * Reads in a place of the household or platform, which is free again before the client takes the answer. Until it has, the answer
 * counts as unread: as a large one from the beginning, so that nothing is read that has no room. Throws
 * service_unavailable without a place or room.
 */
function readInPlace(
  { limits: { reads, unreadBytes } }: ApiContext,
  request: AnyRequest,
  read: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { caller, onClose } = request;
  const { ownerId } = caller;
  return reads.run(
    ownerId,
    () => request.signal,
    async () => {
      if (!unreadBytes.take(ownerId, LARGE_ANSWER_BYTES)) {
        throw overloaded('Too many answers wait until their clients read them.');
      }
      let unread = LARGE_ANSWER_BYTES;
      onClose(() => unreadBytes.give(ownerId, unread));
      const answer = await read();
      const json = jsonOf(answer);
      unread = json?.length ?? 0;
      unreadBytes.give(ownerId, LARGE_ANSWER_BYTES - unread);
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

/** `onClose` fires when the answer is sent or the client is gone, `signal` only in the latter case. */
function watchClose(res: Response): { signal: () => AbortSignal; onClose: AnyRequest['onClose'] } {
  let gone: AbortController | undefined;
  const releases: (() => void)[] = [];
  let closed = false;
  const abortIfGone = (): void => {
    if (closed && !res.writableFinished) gone?.abort(clientGone());
  };
  res.once('close', () => {
    closed = true;
    for (const release of releases) release();
    abortIfGone();
  });
  const signal = (): AbortSignal => {
    gone ??= new AbortController();
    abortIfGone();
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
    if ((route.params?.[name] ?? UUID)['format'] !== 'uuid') params[name] = text;
    else if (isUuid(text)) params[name] = text.toLowerCase();
    else throw recordNotFound();
  }
  return params;
}
