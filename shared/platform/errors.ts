/**
 * Every error code of the API, with its HTTP status and meaning. A test compares docs/ERRORS.md with this table. Only
 * api/http/error-handler.ts turns a code into a status.
 */
export const ERROR_CODES = {
  unauthorized: { status: 401, meaning: 'No usable API key was sent.' },
  insufficient_scope: {
    status: 403,
    meaning: 'The key has none of the scopes that open the operation; `details` names them.',
  },
  record_not_found: {
    status: 404,
    meaning: 'No such record in this household, or the id is malformed.',
  },
  not_found: { status: 404, meaning: 'No such route.' },
  method_not_allowed: { status: 405, meaning: 'The route exists, but not with this method.' },
  bad_request: {
    status: 400,
    meaning: 'The request cannot be parsed, or a required parameter is missing.',
  },
  request_timeout: {
    status: 408,
    meaning: 'The request did not arrive in time, or arrived too slowly.',
  },
  conflict: { status: 409, meaning: 'The record is in a state that does not allow this.' },
  already_connected: {
    status: 409,
    meaning: 'The household has already connected this provider key; details names the connection.',
  },
  idempotency_key_in_use: {
    status: 409,
    meaning: 'A request with the same Idempotency-Key is still being answered.',
  },
  import_session_conflict: {
    status: 409,
    meaning: 'The import session, its chunks or its state contradict the request.',
  },
  cursor_expired: {
    status: 410,
    meaning:
      'The changes behind this cursor of the feed are no longer kept; read it again without one.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The record is not the one that If-Match names: it has changed since.',
  },
  payload_too_large: {
    status: 413,
    meaning: 'The request is larger than 32 MiB, or than 1 MiB where it uploads no content.',
  },
  unsupported_media_type: { status: 415, meaning: 'This route does not accept the Content-Type.' },
  validation_failed: { status: 422, meaning: 'A parameter or field has an invalid value.' },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The Idempotency-Key was sent before, with another request.',
  },
  missing_content: { status: 422, meaning: 'Neither a file nor raw content was sent.' },
  invalid_import_type: { status: 422, meaning: 'The import type is not one of the accepted ones.' },
  invalid_file_type: {
    status: 422,
    meaning: 'The media type of the upload is not accepted, or its bytes are of another format.',
  },
  file_too_large: { status: 422, meaning: 'The uploaded file is larger than the content limit.' },
  content_too_large: { status: 422, meaning: 'The raw content is larger than the content limit.' },
  invalid_csv: { status: 422, meaning: 'The content cannot be read as CSV.' },
  invalid_ndjson: { status: 422, meaning: 'The content does not start as an NDJSON export.' },
  content_too_complex: {
    status: 422,
    meaning: 'The content needs more memory to check than one preflight may use.',
  },
  max_row_count_exceeded: { status: 422, meaning: 'The import session holds too many rows.' },
  provider_credential_rejected: {
    status: 422,
    meaning: 'The bank-connectivity provider refused the API key.',
  },
  headers_too_large: { status: 431, meaning: 'The headers of the request are larger than 16 KiB.' },
  rate_limit_exceeded: {
    status: 429,
    meaning:
      'The key’s hourly request limit is used up, or too many requests without a valid key came from the address.',
  },
  sync_cooldown: {
    status: 429,
    meaning: 'The connection was synced moments ago; Retry-After says when it can sync again.',
  },
  internal_server_error: {
    status: 500,
    meaning: 'Something went wrong on our side; the request id finds it in the log.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The bank-connectivity provider did not answer; try again.',
  },
  service_unavailable: {
    status: 503,
    meaning:
      'Postgres or the queue is unavailable, or the service is overloaded; Retry-After says when to retry.',
  },
  preflight_timeout: {
    status: 503,
    meaning: 'The check exceeded the time limit of a preflight.',
  },
  import_enqueue_failed: {
    status: 503,
    meaning: 'The import could not be queued; nothing was lost, publish again.',
  },
} as const;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface AppErrorOptions {
  /** What the client reads. Never holds secrets or internals. */
  publicMessage: string;
  details?: Record<string, unknown> | string[] | undefined;
  errors?: string[];
  /** Seconds for the Retry-After header. */
  retryAfterSeconds?: number;
  cause?: unknown;
  /** The service is healthy and chose to refuse: no one needs to act. */
  isShed?: boolean;
}

/** An error that the API answers with its own code; everything else becomes internal_server_error. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly publicMessage: string;
  readonly details: Record<string, unknown> | string[] | undefined;
  readonly errors: string[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly isShed: boolean;

  constructor(code: ErrorCode, options: AppErrorOptions) {
    super(`${code}: ${options.publicMessage}`, { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.publicMessage = options.publicMessage;
    this.details = options.details;
    this.errors = options.errors;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isShed = options.isShed ?? false;
  }
}

/** The same answer for unknown, foreign and malformed ids. */
export function recordNotFound(): AppError {
  return new AppError('record_not_found', {
    publicMessage: 'The requested resource was not found.',
  });
}

/** 503 while a dependency does not answer; `cause` is for the log. */
export function serviceUnavailable(cause: unknown): AppError {
  return new AppError('service_unavailable', {
    publicMessage: 'The service is not available right now. Try again shortly.',
    cause,
  });
}

/** 503 by choice: a queue is full, or a share of the process is used up. Use serviceUnavailable when something is away. */
export function overloaded(publicMessage: string, retryAfterSeconds = 2): AppError {
  return new AppError('service_unavailable', { publicMessage, retryAfterSeconds, isShed: true });
}

/** 400 for a request that cannot be parsed, or lacks a parameter. */
export function badRequest(publicMessage: string, cause?: unknown): AppError {
  return new AppError('bad_request', { publicMessage, cause });
}

/** 409: the state of a record does not allow what was asked. */
export function conflict(publicMessage: string, details?: AppErrorOptions['details']): AppError {
  return new AppError('conflict', { publicMessage, details });
}

/** 422 with one message, repeated in `errors` as the reference does for filters. */
export function validationFailed(message: string, errors: string[] = [message]): AppError {
  return new AppError('validation_failed', { publicMessage: message, errors });
}
