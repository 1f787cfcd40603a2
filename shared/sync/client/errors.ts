/**
 * Kinds of provider failure; each calls for a different reaction. `code` is stable, stored with a sync and shown to its owner; by
 * default it is the kind.
 */
const KINDS = {
  unauthorized: { message: 'The provider did not accept the API key.' },
  payment_required: { message: 'The provider requires a paid subscription for this API key.' },
  forbidden: { message: 'The provider denied access to this API key.' },
  account_id_invalid: {
    message: 'The provider gave this account an id that no address can hold, so it cannot be read.',
  },
  not_found: { message: 'The provider does not know this account.' },
  rate_limited: { message: 'The provider’s rate limit is reached.' },
  unavailable: {
    code: 'provider_unavailable',
    message: 'The provider could not be reached or answered with a server error.',
  },
  invalid_response: { message: 'The provider’s answer could not be read.' },
  bad_request: { message: 'The provider refused the request.' },
  too_large: {
    code: 'response_too_large',
    message: 'The provider’s answer is larger than allowed.',
  },
  blocked_redirect: {
    code: 'redirect_blocked',
    message: 'The provider pointed to an address that is not allowed.',
  },
  circuit_open: {
    code: 'provider_unavailable',
    message: 'The provider failed several times in a row; requests to it are paused.',
  },
  host_down: {
    code: 'provider_unavailable',
    message: 'The provider is down; requests to it wait until it answers again.',
  },
  cancelled: { message: 'The request to the provider was cancelled.' },
} as const satisfies Record<string, { code?: string; message: string }>;
export type ProviderErrorKind = keyof typeof KINDS;

/** What the limit of a 429 is for: the key, one account, or unknown. */
export type LimitScope = 'credential' | 'account' | 'unknown';

export type ProviderErrorDetails = {
  /** rate_limited: what the limit is for; default: the key. */
  scope?: LimitScope | undefined;
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
  readonly code: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number | undefined;
  readonly reason: string | undefined;
  readonly scope: LimitScope;

  constructor(kind: ProviderErrorKind, details: ProviderErrorDetails = {}) {
    const known: { code?: string; message: string } = KINDS[kind];
    super(known.message);
    this.name = 'ProviderError';
    this.kind = kind;
    this.code = known.code ?? kind;
    this.status = details.status;
    this.retryAfterMs =
      details.retryAfterMs === undefined ? undefined : Math.max(0, details.retryAfterMs);
    this.reason = details.reason;
    this.scope = details.scope ?? 'credential';
  }

  /** 401, 402 and 403: further calls with this key are pointless until its owner acts. */
  get stopsTheRun(): boolean {
    return ['unauthorized', 'payment_required', 'forbidden'].includes(this.kind);
  }
}
