import { Writable } from 'node:stream';
import type { Request } from 'express';
import { openSecret, sealSecret, sha256Hex } from '../../shared/platform/crypto.ts';
import type { SealedSecret } from '../../shared/platform/crypto.ts';
import { AppError, badRequest, conflict } from '../../shared/platform/errors.ts';
import { errorCode } from '../../shared/platform/error-code.ts';
import {
  IDEMPOTENCY_HOURS,
  claimIdempotencyKey,
  findKeptAnswer,
  updateKeptAnswer,
} from '../../shared/households/idempotency-keys.ts';
import type { IdempotencyKey, KeptAnswer } from '../../shared/households/idempotency-keys.ts';
import type { ApiContext } from '../context.ts';
import { answerWrite } from './answer-write.ts';
import type { BodyDigest } from './body-digest.ts';
import { readBody } from './read-body.ts';
import { jsonOf } from './etag.ts';
import { mediaType } from './read-json.ts';
import { readMultipart } from './read-multipart.ts';
import type { AnyRequest, ApiResponse, Route } from './route.ts';
import { REQUEST_BYTES_MAX } from './upload.ts';

/** A UUID, quoted or not, or any other text. No blanks and no comma, so that two headers joined into one are refused. */
const KEY = /^[\x21-\x2b\x2d-\x7e]{1,255}$/;

/** By then the first request has most likely ended. */
const RETRY_AFTER_SECONDS = 2;

/** The Idempotency-Key of a request; null without one. Throws bad_request. */
export function readIdempotencyKey(req: Request): string | null {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && KEY.test(key)) return key;
  throw badRequest(
    'The header Idempotency-Key must have 1 to 255 printable ASCII characters, without blanks and commas.',
  );
}

/**
 * Answers a request with an Idempotency-Key. The handler answers the first one; for 24 hours, every other one with the
 * key gets the first's answer. It is stored in the handler's transaction, so that neither exists without the other. A
 * failed request stores nothing: it had no effect and may be sent again.
 *
 * Throws idempotency_key_reused, idempotency_key_in_use, and what the handler throws.
 */
export async function answerOnce(
  context: ApiContext,
  route: Route,
  request: AnyRequest,
  key: string,
): Promise<ApiResponse> {
  const digest = request.pace.digest;
  if (digest === undefined) throw new Error('a request with a key needs the digest of its body');
  const once = {
    context,
    route,
    request,
    digest,
    id: { owner: request.caller, key },
  };
  const before = await replay(once);
  if (before !== null) return before;
  try {
    return await answerFirst(once);
  } catch (error) {
    // Another request with the key may have been answered meanwhile. Then its answer counts, whatever error this one
    // hit, such as a taken key or a record that already exists.
    const meanwhile = await replay(once);
    if (meanwhile !== null) return meanwhile;
    throw error;
  }
}

interface Once {
  context: ApiContext;
  route: Route;
  request: AnyRequest;
  digest: BodyDigest;
  id: IdempotencyKey;
}

async function answerFirst(once: Once): Promise<ApiResponse> {
  const { context, route, request, digest, id } = once;
  return answerWrite(context, route, request, {
    async opening(tx) {
      const now = context.clock.now();
      const claim = { requestDigest: requestDigest(once), now, since: keptSince(now) };
      const isFree = await claimIdempotencyKey(tx, id, claim).catch((error: unknown) => {
        throw errorCode(error) === LOCK_TIMEOUT ? inUse(error) : error;
      });
      if (!isFree) throw inUse(undefined);
    },
    async closing(tx, { stream, status, ...rest }) {
      if (stream !== undefined) throw new Error('an answer that is streamed cannot be kept');
      const text = jsonOf({ status, ...rest });
      const answer = route.answersSecret === true ? seal(once, text) : text;
      await updateKeptAnswer(tx, id, { bodyDigest: digest.value(), status, answer });
    },
  });
}

/** Returns the stored answer to this request; null when there is none. Throws idempotency_key_reused. */
async function replay(once: Once): Promise<ApiResponse | null> {
  const { context, id } = once;
  const kept = await findKeptAnswer(context.sql, id, keptSince(context.clock.now()));
  if (kept === null) return null;
  if (kept.requestDigest !== requestDigest(once) || !(await hasSameBody(once, kept))) {
    throw new AppError('idempotency_key_reused', {
      publicMessage:
        'This Idempotency-Key was sent with another request; use a new one for each request.',
    });
  }
  const { status, answer } = kept;
  const headers = { 'Idempotency-Replayed': 'true' };
  if (answer === null && once.route.answersSecret === true) throw notKept();
  if (answer === null) return { status, headers };
  const json = typeof answer === 'string' ? answer : open(once, answer);
  return { status, json, headers };
}

async function hasSameBody({ request, digest }: Once, kept: KeptAnswer): Promise<boolean> {
  if (kept.bodyDigest === null) return true;
  if (digest.value() === null) await readAway(request);
  return digest.value() === kept.bodyDigest;
}

/** Reads a body only to compute its digest. */
async function readAway({ raw, pace }: AnyRequest): Promise<void> {
  if (mediaType(raw.headers['content-type']) === 'multipart/form-data') {
    await readMultipart(raw, pace, { known: [], contentBytesMax: 0 });
  } else {
    const sink = new Writable({ write: (_chunk, _encoding, done) => done() });
    await readBody(raw, sink, { ...pace, bytesMax: REQUEST_BYTES_MAX });
  }
}

/** Identifies a request together with its body. The same request from another user is a different one. */
function requestDigest({ request: { raw, caller } }: Once): string {
  const by = caller.kind === 'platform' ? caller.platformId : caller.userId;
  return sha256Hex(JSON.stringify([by, raw.method, raw.originalUrl]));
}

function keptSince(now: Date): Date {
  return new Date(now.getTime() - IDEMPOTENCY_HOURS * 3600 * 1000);
}

/** A sealed answer opens only with the same idempotency key. */
function sealedFor({ request: { caller }, id: { key } }: Once): string {
  return `${caller.ownerId} ${key}`;
}

const LOCK_TIMEOUT = '55P03';

function inUse(cause: unknown): AppError {
  return new AppError('idempotency_key_in_use', {
    publicMessage: 'A request with this Idempotency-Key is still being answered; try again.',
    retryAfterSeconds: RETRY_AFTER_SECONDS,
    cause,
  });
}

/** Encrypts an answer with a secret for storage. Returns null where the installation has no key for that. */
function seal(once: Once, text: string | null): SealedSecret | null {
  const { credentialKeys: ring } = once.context.config;
  return ring === null || text === null ? null : sealSecret(ring, text, sealedFor(once));
}

function open(once: Once, answer: SealedSecret): string {
  const { credentialKeys: ring } = once.context.config;
  if (ring === null) throw notKept();
  return openSecret(ring, answer, sealedFor(once));
}

const notKept = (): AppError =>
  conflict(
    'This request was answered before. Its answer held a secret, which is not kept, as this installation has no CREDENTIALS_KEYS: revoke what it made, and send a new Idempotency-Key.',
  );
