/** What went wrong when talking to the provider; each kind asks for one reaction of the caller. */
export type ProviderErrorKind =
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'unavailable'
  | 'invalid_response'
  | 'bad_request'
  | 'too_large'
  | 'blocked_redirect'
  | 'circuit_open'
  | 'cancelled';

/** Stable codes as stored with a sync and shown to its owner. */
export type ProviderErrorCode =
  | 'unauthorized'
  | 'payment_required'
  | 'forbidden'
  | 'not_found'
  | 'rate_limited'
  | 'provider_unavailable'
  | 'invalid_response'
  | 'bad_request'
  | 'response_too_large'
  | 'redirect_blocked'
  | 'cancelled';

const codeOf: Record<ProviderErrorKind, ProviderErrorCode> = {
  unauthorized: 'unauthorized',
  payment_required: 'payment_required',
  forbidden: 'forbidden',
  not_found: 'not_found',
  rate_limited: 'rate_limited',
  unavailable: 'provider_unavailable',
  invalid_response: 'invalid_response',
  bad_request: 'bad_request',
  too_large: 'response_too_large',
  blocked_redirect: 'redirect_blocked',
  circuit_open: 'provider_unavailable',
  cancelled: 'cancelled',
};

const messageOf: Record<ProviderErrorKind, string> = {
  unauthorized: 'The provider did not accept the API key.',
  payment_required: 'The provider requires a paid subscription for this API key.',
  forbidden: 'The provider denied access to this API key.',
  not_found: 'The provider does not know this account.',
  rate_limited: 'The provider’s rate limit is reached.',
  unavailable: 'The provider could not be reached or answered with a server error.',
  invalid_response: 'The provider’s answer could not be read.',
  bad_request: 'The provider refused the request.',
  too_large: 'The provider’s answer is larger than allowed.',
  blocked_redirect: 'The provider pointed to an address that is not allowed.',
  circuit_open: 'The provider failed several times in a row; requests to it are paused.',
  cancelled: 'The request to the provider was cancelled.',
};

/** Whose limit a 429 is: the key's, one account's, or unknown. */
export type LimitScope = 'credential' | 'account' | 'unknown';

export type ProviderErrorDetails = {
  /** rate_limited: whose limit it is; default: the key's. */
  scope?: LimitScope | undefined;
  /** HTTP status of the answer, when there was one. */
  status?: number | undefined;
  /** rate_limited and circuit_open: how long to wait from now; never negative. Milliseconds. */
  retryAfterMs?: number | undefined;
  /** A short reason of our own wording (`timeout`, `connection_reset`, `not_json`). Never provider text. */
  reason?: string | undefined;
};

/**
 * The only error that leaves the provider client. Its message is a fixed sentence: no body, key, URL or
 * account id of the provider ever enters it, so it may be logged, stored and shown. It carries no
 * `cause` for the same reason: the HTTP library's errors hold the request with its key.
 */
export class ProviderError extends Error {
  readonly kind: ProviderErrorKind;
  readonly code: ProviderErrorCode;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly reason: string | undefined;
  readonly scope: LimitScope;

  constructor(kind: ProviderErrorKind, details: ProviderErrorDetails = {}) {
    super(messageOf[kind]);
    this.name = 'ProviderError';
    this.kind = kind;
    this.code = codeOf[kind];
    this.status = details.status;
    this.retryAfterMs =
      details.retryAfterMs === undefined ? undefined : Math.max(0, details.retryAfterMs);
    this.reason = details.reason;
    this.scope = details.scope ?? 'credential';
  }

  /** 401, 402 and 403: no further call with this key makes sense until its owner acts. */
  get stopsTheRun(): boolean {
    return (
      this.kind === 'unauthorized' || this.kind === 'payment_required' || this.kind === 'forbidden'
    );
  }
}
