import { isObject } from '#preflight/is-object';
import { ProviderError } from './errors.ts';
import type { LimitScope } from './errors.ts';
import { parseLossless } from './parse-json.ts';
import { waitFromAnswer } from '../limit/retry-after.ts';
import type { Json } from './shapes.ts';

export type WireAnswer = {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string | undefined>;
  body: string;
};

const LIMIT_WORDS = /rate.?limit|too many requests|try again in \d|retry after \d|quota exceeded/i;
/** "(429 -", "status 429", "HTTP 429": a 429 that is a status and not part of an account number. */
const LIMIT_STATUS = /(?:\(|\b(?:status|code|http|error)(?:[ _]?code)?"?\s*(?:[:=]\s*)?"?)429\b/i;
const KEY_WORDS = /\bauth|unauthori[sz]ed|api.?key|credential|access.?denied|forbidden/i;

/** Whether an error body reports a rate limit, whatever the status. */
function saysRateLimited(body: string): boolean {
  const text = body.slice(0, 10_000);
  return LIMIT_WORDS.test(text) || LIMIT_STATUS.test(text);
}

const ACCOUNT_LIMIT = /\b(?:this|per|each)[ _-](?:account|resource|institution|bank|consent)\b/i;
const KEY_LIMIT = /\b(?:api[ _-]?key|credential|client|token|per[ _-]ip)\b/i;

/** Which limit the text of an answer refers to. */
function limitScope(body: string): LimitScope {
  const text = body.slice(0, 10_000);
  if (KEY_LIMIT.test(text)) return 'credential';
  return ACCOUNT_LIMIT.test(text) ? 'account' : 'unknown';
}

function rateLimited(answer: WireAnswer, now: Date): ProviderError {
  const retryAfterMs = waitFromAnswer({ ...answer, now }) ?? undefined;
  const scope = limitScope(answer.body);
  return new ProviderError('rate_limited', { status: answer.status, retryAfterMs, scope });
}

/** The error for an unsuccessful answer; `retryAfterMs` is set only when the answer states a wait. */
export function errorOfAnswer(answer: WireAnswer, now: Date): ProviderError {
  const { status } = answer;
  if (status === 429 || (status >= 500 && saysRateLimited(answer.body))) {
    return rateLimited(answer, now);
  }
  if (status === 401) return new ProviderError('unauthorized', { status });
  if (status === 402) return new ProviderError('payment_required', { status });
  if (status === 403) return new ProviderError('forbidden', { status });
  if (status === 404) return new ProviderError('not_found', { status });
  if (status >= 500 || status === 408 || status === 425) {
    const retryAfterMs = waitFromAnswer({ ...answer, now }) ?? undefined;
    return new ProviderError('unavailable', { status, retryAfterMs });
  }
  if (status >= 400) return new ProviderError('bad_request', { status });
  return new ProviderError('invalid_response', { status, reason: 'unexpected_status' });
}

/**
 * The JSON object of a successful answer, which must have `key`. Without it the body is an error, never an empty list: some
 * providers answer 200 with `{"error": …}`, a login page, or half a document.
 */
export function readBody(answer: WireAnswer, key: string, now: Date): Json {
  const { status } = answer;
  let body: unknown;
  try {
    body = parseLossless(answer.body.replace(/^\uFEFF/, ''));
  } catch {
    throw new ProviderError('invalid_response', { status, reason: 'not_json' });
  }
  if (!isObject(body)) {
    throw new ProviderError('invalid_response', { status, reason: 'not_an_object' });
  }
  if (body[key] !== undefined) return body;
  const said = 'error' in body || 'errors' in body ? answer.body : '';
  if (saysRateLimited(said)) throw rateLimited(answer, now);
  if (KEY_WORDS.test(said.slice(0, 10_000))) {
    throw new ProviderError('unauthorized', { status, reason: 'error_in_success' });
  }
  throw new ProviderError('invalid_response', { status, reason: `${key}_missing` });
}

/** The list under `key`. */
export function readList(
  answer: WireAnswer,
  key: string,
  now: Date,
): { body: Json; list: unknown[] } {
  const body = readBody(answer, key, now);
  const list = body[key];
  if (Array.isArray(list)) return { body, list };
  throw new ProviderError('invalid_response', {
    status: answer.status,
    reason: `${key}_not_a_list`,
  });
}
