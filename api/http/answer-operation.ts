import { recordNotFound, overloaded } from '../../shared/platform/errors.ts';
import type { ApiContext } from '../context.ts';
import { openBodyMemory } from '../limits/body-memory.ts';
import { UUID } from '../openapi/json-schema.ts';
import type { BodyValidators } from '../openapi/validators.ts';
import { answerOnce, readIdempotencyKey } from './answer-once.ts';
import { requireScope } from './authenticate.ts';
import { createBodyDigest } from './body-digest.ts';
import { answerIfMatch, jsonOf } from './etag.ts';
import { readQuery, refuseUnknown, searchOf } from './query-parameters.ts';
import { hasBody, mediaType, readJson } from './read-json.ts';
import { runHandler } from './route.ts';
import type { AnyRequest, ApiResponse, Route } from './route.ts';
import { isUuid } from '#preflight/uuid';

/** Few answers are larger; a list of 500 rows may be. */
const LARGE_ANSWER_BYTES = 1024 * 1024;

/** An operation as a process serves it; `shown` is the GET on the same path, if there is one. */
export interface ServedOperation {
  route: Route;
  validators: BodyValidators;
  shown: Route | null;
}

/** A request whose caller is known and that the rate limit has counted. `raw` came over HTTP or imitates that. */
export type Asked = Pick<AnyRequest, 'raw' | 'caller' | 'requestId' | 'signal' | 'onClose'>;

/**
 * Answers one operation. The order is part of the interface: scope, malformed id (404), query (422), then the handler with its record
 * lookup (404) and body.
 */
export async function answerOperation(
  context: ApiContext,
  { route, validators, shown }: ServedOperation,
  asked: Asked,
): Promise<ApiResponse> {
  const { raw: req, caller, requestId, onClose } = asked;
  requireScope(caller, route.scope);
  const params = readParams(route, req.params);
  const declared = route.query ?? {};
  const search = searchOf(req);
  const query = readQuery(declared, search);
  if (route.lenient !== true) refuseUnknown(declared, search);
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
    requestId,
    get signal() {
      return asked.signal;
    },
    onClose,
    pace,
    readJson: () => readJson(req, route.body ?? NO_BODY, validators(route), pace),
    raw: req,
  };
  if (key !== null) return answerOnce(context, route, request, key);
  if ('write' in route) return answerIfMatch(context, route, request, shown);
  if (route.method !== 'get') return runHandler(context, route, request);
  return readInPlace(context, request, () => {
    const { replica } = context;
    if (replica === null || !isCollection(route)) return runHandler(context, route, request);
    return replica.read((sql) => runHandler({ ...context, sql }, route, request));
  });
}

/** Lists, exports and sums. These read the most, and a replica may serve them. */
function isCollection({ path }: Route): boolean {
  return !path.includes('{');
}

/**
 * Reads while holding one of the owner's places, and frees it before the client takes the answer. Until the client has
 * taken it, the answer counts as unread. It counts as a large one from the start, so that nothing is read without room
 * for it. Throws service_unavailable without a place or room.
 */
function readInPlace(
  { limits: { reads, unreadBytes } }: ApiContext,
  request: AnyRequest,
  read: () => Promise<ApiResponse>,
): Promise<ApiResponse> {
  const { caller, onClose } = request;
  const { ownerId } = caller;
  return reads.run(ownerId, onClose, async () => {
    const unread = openBodyMemory(unreadBytes, ownerId);
    if (!unread.take(LARGE_ANSWER_BYTES)) {
      throw overloaded('Too many answers wait until their clients read them.');
    }
    onClose(() => unread.close());
    const answer = await read();
    const json = jsonOf(answer);
    const rest = LARGE_ANSWER_BYTES - (json?.length ?? 0);
    if (rest > 0) unread.give(rest);
    else unread.take(-rest);
    return json === null ? answer : { ...answer, json };
  });
}

const NO_BODY = { required: false };

/** Throws record_not_found where a path parameter should be a UUID and is not. */
function readParams(route: Route, sent: AnyRequest['raw']['params']): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [name, value] of Object.entries(sent)) {
    const text = String(value);
    if ((route.params?.[name] ?? UUID)['format'] !== 'uuid') params[name] = text;
    else if (isUuid(text)) params[name] = text.toLowerCase();
    else throw recordNotFound();
  }
  return params;
}
