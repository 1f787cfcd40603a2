/** Kinds of provider failure; each one calls for a different reaction. */
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
  | 'host_down'
  | 'cancelled';

/** Stable codes, stored with a sync and shown to its owner. */
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
  host_down: 'provider_unavailable',
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
  host_down: 'The provider is down; requests to it wait until it answers again.',
  cancelled: 'The request to the provider was cancelled.',
};

/** Whose limit a 429 refers to: the key's, one account's, or unknown. */
export type LimitScope = 'credential' | 'account' | 'unknown';

export type ProviderErrorDetails = {
  /** rate_limited: whose limit it is; default: the key's. */
  scope?: LimitScope | undefined;
  /** HTTP status of the answer, when there was one. */
  status?: number | undefined;
  /** rate_limited, circuit_open and host_down: the wait from now in milliseconds; never negative. */
  retryAfterMs?: number | undefined;
  /** A short reason in our own words (`timeout`, `connection_reset`, `not_json`), never provider text. */
  reason?: string | undefined;
};

/**
 * The only error that leaves the provider client. Its message is a fixed sentence without any body, key, URL or
 * account id of the provider, so it may be logged, stored and shown. It has no `cause` for the same reason: the
 * HTTP library's errors contain the request with its key.
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

  /** 401, 402 and 403: further calls with this key are pointless until its owner acts. */
  get stopsTheRun(): boolean {
    return (
      this.kind === 'unauthorized' || this.kind === 'payment_required' || this.kind === 'forbidden'
    );
  }
}
