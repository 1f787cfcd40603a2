import type { NextFunction, Request, Response } from 'express';
import { errorCode } from '../../shared/platform/error-code.ts';
import { isAway } from '../../shared/platform/away.ts';
import { isDatabaseTimeout } from '../../shared/platform/connection-errors.ts';
import {
  AppError,
  ERROR_CODES,
  recordNotFound,
  serviceUnavailable,
} from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import type { Outage } from '../../shared/platform/log-once.ts';
import type { Log } from '../../shared/platform/log.ts';
import { requestsShed } from '../../shared/platform/metrics/series.ts';
import { requestIdOf } from './request-id.ts';
import { createShedLog } from './shed-log.ts';

/** The Retry-After of a 503 without a better hint. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The only code that turns an error into an answer. Unknown routes and broken JSON come here too. `outage` logs the 503s of all
 * requests.
 */
export function handleErrors(log: Log, outage: Pick<Outage, 'failed'>) {
  const logRefusal = createShedLog(log);
  // Express recognises an error handler by its four parameters.
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const error = toAppError(thrown);
    const { status } = ERROR_CODES[error.code];
    res.locals['errorCode'] = error.code;
    const fields = { request_id: requestIdOf(res), error_code: error.code };
    if (error.isShed) {
      requestsShed.inc({ code: error.code });
      logRefusal(error, fields);
    }
    // Something is down or slow. One log line is enough for all requests, and trying later may help.
    else if (status === 503) outage.failed(error.cause ?? error, fields);
    else if (status >= 500) {
      log.error(
        `${req.method} ${req.path} failed: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        {
          ...fields,
          stack: thrown instanceof Error ? thrown.stack : undefined,
        },
      );
    }
    if (res.headersSent) {
      // Part of the answer has been sent: cut the connection, so that the client sees that it is incomplete.
      res.destroy();
      return;
    }
    const retryAfter = error.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
    if (retryAfter !== null) res.set('Retry-After', String(retryAfter));
    // Do not wait for the rest of a body that arrives too slowly.
    if (status === 408) res.set('Connection', 'close');
    res.status(status).json(presentError(error));
  };
}

/** The body of every error. */
export function presentError(error: AppError) {
  return {
    error: error.code,
    message: error.publicMessage,
    ...(error.details === undefined ? {} : { details: error.details }),
    ...(error.errors === undefined ? {} : { errors: error.errors }),
  };
}

const FOREIGN_KEY_VIOLATION = '23503';

/** The error that the client sees for whatever was thrown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isAway(thrown) || isDatabaseTimeout(thrown)) return serviceUnavailable(thrown);
  // A record was deleted after the request had looked it up: we look up every record before a foreign key refers to it.
  if (errorCode(thrown) === FOREIGN_KEY_VIOLATION) return recordNotFound();
  // Express cannot decode a path parameter. We treat it like any other malformed id.
  if (thrown instanceof URIError) return recordNotFound();
  const status = thrown instanceof Error && 'status' in thrown ? thrown.status : undefined;
  const [code, publicMessage] = FROM_HTTP.get(status) ?? INTERNAL;
  return new AppError(code, { publicMessage, cause: thrown });
}

/** What we answer to errors of Express and of the queue dashboard's body parser, by their status. */
const FROM_HTTP = new Map<unknown, [ErrorCode, string]>([
  [400, ['bad_request', 'The request cannot be parsed.']],
  [413, ['payload_too_large', 'The request is larger than is accepted here.']],
  [415, ['unsupported_media_type', 'The charset or the Content-Encoding is not supported.']],
]);
const INTERNAL = [
  'internal_server_error',
  'Something went wrong on our side. Quote the X-Request-Id when you report it.',
] as const;
