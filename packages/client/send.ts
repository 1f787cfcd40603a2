import { LedgerlineError, errorOfAnswer } from './error.ts';
import { sleep } from './sleep.ts';
import type { Answer, CallOptions, Method } from './types.ts';

/** The settings of a client. */
export interface ClientOptions {
  /** Address of the service, with its path if a proxy adds one: `https://money.example/ledgerline`. */
  readonly baseUrl: string;
  /** An API key; sent as `X-Api-Key` and never shown. Without one, requests rely on the session cookie of the browser. */
  readonly apiKey?: string | undefined;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds that one attempt may take, including reading the answer. Default: 60,000. */
  readonly timeoutMs?: number | undefined;
  /** How often to retry a call that is safe to repeat. Default: 5, about 15 seconds in all. */
  readonly retries?: number | undefined;
  /** The longest Retry-After, in milliseconds, that a call waits for; with a longer one it fails at once. Default: 30,000. */
  readonly longestWaitMs?: number | undefined;
  /** Called before the wait for each retry. */
  readonly onRetry?: ((retry: { error: LedgerlineError; waitMs: number }) => void) | undefined;
}

/** A call whose types have been checked. */
export interface Call extends CallOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  readonly body?: object | undefined;
}

export type Send = (method: Method, path: string, call?: Call) => Promise<Answer<unknown>>;

/** Statuses after which the same request may succeed. */
const PASSING = new Set([0, 408, 425, 429, 500, 502, 503, 504]);
const FIRST_WAIT_MS = 500;
const LONGEST_BACKOFF_MS = 8_000;

/** Returns a function that sends calls and retries the safe ones. Throws TypeError for an unusable address or key. */
export function createSend(options: ClientOptions): Send {
  const base = readBase(options.baseUrl);
  const key = options.apiKey?.trim();
  // Checked here because the error message of fetch would contain the key.
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key))
    throw new TypeError('apiKey must be printable ASCII.');
  const { longestWaitMs = 30_000 } = options;

  return async (method, path, call = {}) => {
    const { retries = options.retries ?? 5 } = call;
    const request = { method, url: base + fill(path, call), headers: headersOf(method, key, call) };
    const name = `${method.toUpperCase()} ${path}`;
    const { body, ...form } = encode(call.body);
    Object.assign(request.headers, form.headers);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await attemptOnce(name, { ...request, body }, options, call);
      } catch (error) {
        const waitMs = attempt < retries ? waitBefore(error, method, attempt) : Infinity;
        if (waitMs > longestWaitMs) throw error;
        options.onRetry?.({ error: error as LedgerlineError, waitMs });
        await sleep(waitMs, call.signal);
      }
    }
  };
}

/** Milliseconds to wait before retrying a failed call; Infinity when it must not be retried. */
function waitBefore(error: unknown, method: Method, attempt: number): number {
  if (!(error instanceof LedgerlineError)) return Infinity;
  const { code, status, retryAfter } = error;
  // A GET changes nothing, and a POST has its Idempotency-Key; others are retried only after 429, which says that nothing was done.
  const isSafe = method === 'get' || method === 'post' || status === 429;
  const isPassing = PASSING.has(status) || code === 'idempotency_key_in_use';
  if (!isSafe || !isPassing) return Infinity;
  const backoff = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_BACKOFF_MS);
  return Math.max((retryAfter ?? 0) * 1000, backoff * (0.5 + Math.random() / 2));
}

interface Prepared {
  method: Method;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
}

async function attemptOnce(
  name: string,
  { body, method, ...request }: Prepared,
  { fetch = globalThis.fetch, timeoutMs: usual = 60_000 }: ClientOptions,
  { signal, timeoutMs = usual }: CallOptions,
): Promise<Answer<unknown>> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal?.reason);
  const tooLate = new LedgerlineError(`${name}: no answer within ${timeoutMs} ms.`, {
    code: 'timed_out',
    status: 0,
  });
  const timer = setTimeout(() => controller.abort(tooLate), timeoutMs);
  signal?.addEventListener('abort', stop);
  let isStreaming = false;
  try {
    const answer = await fetch(request.url, {
      method: method.toUpperCase(),
      headers: request.headers,
      // Following a redirect could send the key to another host.
      redirect: 'manual',
      signal: controller.signal,
      ...(body === undefined ? {} : { body }),
    });
    const { status, headers } = answer;
    const type = headers.get('content-type') ?? '';
    if (status === 204) return { status, headers, body: undefined };
    if (answer.ok && answer.body !== null && STREAMED.test(type)) {
      isStreaming = true;
      return { status, headers, body: answer.body };
    }
    const text = await answer.text();
    if (!answer.ok || !type.startsWith('application/json')) throw errorOfAnswer(name, answer, text);
    return { status, headers, body: JSON.parse(text) as unknown };
  } catch (error) {
    signal?.throwIfAborted();
    if (controller.signal.aborted) throw tooLate;
    if (error instanceof LedgerlineError) throw error;
    const facts = { code: 'no_answer', status: 0 } as const;
    throw new LedgerlineError(`${name}: no complete answer.`, facts, { cause: error });
  } finally {
    clearTimeout(timer);
    // The signal must still end a stream while it is being read.
    if (!isStreaming) signal?.removeEventListener('abort', stop);
  }
}

const STREAMED = /^(?:text\/event-stream|application\/x-ndjson)\b/;

/** The address to append paths to. Accepts a `baseUrl` that already ends with `/api/v1`, too. */
function readBase(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  const isUsable = url !== undefined && /^https?:$/.test(url.protocol);
  if (!isUsable || url.username || url.password || url.search || url.hash) {
    throw new TypeError('baseUrl must be an http address without user name, query or fragment.');
  }
  return `${url.origin}${url.pathname.replace(/\/(?:api\/v1\/?)?$/, '')}/api/v1`;
}

/** Fills in the path and appends the query. Throws TypeError when a part of the path names no record. */
function fill(path: string, { path: parts = {}, query = {} }: Call): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const part = parts[name];
    const isPart = typeof part === 'number' || typeof part === 'string';
    // An empty part would address the list, and dots another path.
    if (!isPart || /^\.{0,2}$/.test(String(part))) throw new TypeError(`${name} names no record.`);
    return encodeURIComponent(part);
  });
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return search.size === 0 ? filled : `${filled}?${search.toString()}`;
}

function headersOf(
  method: Method,
  key: string | undefined,
  call: CallOptions,
): Record<string, string> {
  const headers: Record<string, string> = { accept: 'application/json' };
  if (key !== undefined) headers['x-api-key'] = key;
  if (method === 'post') headers['idempotency-key'] = call.idempotencyKey ?? randomKey();
  if (call.ifMatch !== undefined) headers['if-match'] = call.ifMatch;
  return headers;
}

/** 128 random bits. Not randomUUID, which browsers offer on https only. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function encode(body: object | undefined): {
  body: string | FormData | undefined;
  headers?: object;
} {
  if (body === undefined) return { body: undefined };
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  if (!fields.some(([, value]) => value instanceof Blob)) {
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  }
  const form = new FormData();
  for (const [name, value] of fields) {
    form.set(name, value instanceof Blob ? value : String(value));
  }
  return { body: form };
}
