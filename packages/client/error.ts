import type { ErrorStatuses } from './schema.ts';

/** The client's own codes, for calls without an answer of the service; `status` is 0, or that of an answer from elsewhere. */
interface OwnStatuses {
  /** No answer, or only part of it: the address is wrong, the service is unreachable, or the connection broke. */
  no_answer: 0;
  /** No complete answer within the timeout. */
  timed_out: 0;
  /** An answer that is not from the service, such as a proxy's error page or a redirect; look at `status`. */
  unreadable_answer: number;
}

type Statuses = ErrorStatuses & OwnStatuses;

/** Codes whose `details` have a known type. */
interface Details {
  insufficient_scope: { readonly needed_scopes: readonly string[] };
  already_connected: { readonly provider_connection_id: string };
}

export type ErrorCode = keyof Statuses;

/** A call that failed. Contains neither the key nor anything that was sent. */
export class LedgerlineError extends Error {
  override readonly name = 'LedgerlineError';
  /** Branch on this: its meaning never changes. A newer service may send codes that are not listed here. */
  readonly code: ErrorCode;
  /** The HTTP status; 0 without an answer. Branch on it when the code is unknown. */
  readonly status: number;
  /** Quote it when you report a problem. */
  readonly requestId: string | undefined;
  /** What is wrong with the request, one sentence per fault. */
  readonly faults: readonly string[];
  /** More about the error; its type depends on the code. */
  readonly details: unknown;
  /** Seconds to wait before the next attempt, if the answer has a Retry-After. */
  readonly retryAfter: number | undefined;

  constructor(message: string, facts: Facts, options?: ErrorOptions) {
    super(message, options);
    this.code = facts.code;
    this.status = facts.status;
    this.requestId = facts.requestId;
    this.faults = facts.faults ?? [];
    this.details = facts.details;
    this.retryAfter = facts.retryAfter;
  }
}

interface Facts {
  code: ErrorCode;
  status: number;
  requestId?: string | undefined;
  faults?: readonly string[] | undefined;
  details?: unknown;
  retryAfter?: number | undefined;
}

/** Any error of a call, discriminated by its `code`. */
export type CallError = {
  [Code in ErrorCode]: LedgerlineError & {
    readonly code: Code;
    readonly status: Statuses[Code];
    readonly details: Code extends keyof Details ? Details[Code] : unknown;
  };
}[ErrorCode];

/** Whether it is an error of this client; `switch (error.code)` then narrows it. */
export function isCallError(error: unknown): error is CallError {
  return error instanceof LedgerlineError;
}

/** The body of an error that the service itself answered with. */
interface ErrorBody {
  error: ErrorCode;
  message?: string | null;
  errors?: readonly string[] | null;
  details?: unknown;
}

function readBody(text: string): ErrorBody | null {
  try {
    const body = JSON.parse(text) as Partial<ErrorBody> | null;
    return typeof body?.error === 'string' ? (body as ErrorBody) : null;
  } catch {
    return null;
  }
}

/** The error for an answer that is no success or not JSON; `text` is its body, which may be from a proxy. */
export function errorOfAnswer(call: string, answer: Response, text: string): LedgerlineError {
  // A browser hides the status and target of a redirect that is not followed.
  const status = answer.type === 'opaqueredirect' ? 302 : answer.status;
  const common = {
    status,
    requestId: answer.headers.get('x-request-id') ?? undefined,
    retryAfter: retryAfterOf(answer.headers),
  };
  const body = answer.ok ? null : readBody(text);
  if (body === null) {
    const about =
      status >= 300 && status < 400
        ? 'a redirect, which is not followed because the key would go with it: correct baseUrl'
        : 'not an answer of the service: a proxy may have sent it';
    return new LedgerlineError(`${call}: ${status}, ${about}.`, {
      ...common,
      code: 'unreadable_answer',
    });
  }
  const { error: code, message, errors, details } = body;
  const faults = errors ?? (message ? [message] : []);
  const about = message ?? faults.join(' ');
  return new LedgerlineError(`${call}: ${status} ${code}${about === '' ? '' : `: ${about}`}`, {
    ...common,
    code,
    faults,
    details,
  });
}

/** Seconds of a Retry-After header: a number, or a date relative to the answer's own. Undefined if missing or unreadable. */
function retryAfterOf(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const now = Date.parse(headers.get('date') ?? '');
  const seconds = (Date.parse(value) - (Number.isNaN(now) ? Date.now() : now)) / 1000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}
