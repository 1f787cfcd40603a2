import type { NextFunction, Request, Response } from 'express';
import { isAway } from '../../shared/platform/away.ts';
import { isDatabaseTimeout } from '../../shared/platform/connection-errors.ts';
import { isRecordGone } from '../../shared/postgres/record-gone.ts';
import {
  AppError,
  ERROR_CODES,
  recordNotFound,
  serviceUnavailable,
} from '../../shared/platform/errors.ts';
import { outageOf } from '../../shared/platform/log-once.ts';
import type { Log } from '../../shared/platform/log.ts';
import { requestsShed } from '../../shared/platform/metrics/series.ts';
import { requestIdOf } from './request-id.ts';
import { createShedLog } from './shed-log.ts';

/** A client of a 503 without a better hint comes back after this many seconds. */
const RETRY_AFTER_SECONDS = 5;

/** The only code that turns an error into an answer. Unknown routes and broken JSON come here too. */
export function handleErrors(log: Log) {
  const logRefusal = createShedLog(log);
  // Express knows an error handler by its four parameters.
  return (thrown: unknown, req: Request, res: Response, _next: NextFunction): void => {
    const error = toAppError(thrown);
    const { status } = ERROR_CODES[error.code];
    res.locals['errorCode'] = error.code;
    const fields = { request_id: requestIdOf(res), error_code: error.code };
    if (error.isShed) {
      requestsShed.inc({ code: error.code });
      logRefusal(error, fields);
    }
    // Something is away or slow. One log line is enough for all requests, and trying later may help.
    else if (status === 503)
      outageOf(log, `requests end with ${error.code}`).failed(error.cause ?? error, fields);
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
      // Part of the answer is sent: cut the connection, so that the client sees that it is incomplete.
      res.destroy();
      return;
    }
    const retryAfter = error.retryAfterSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
    if (retryAfter !== null) res.set('Retry-After', String(retryAfter));
    // Do not wait for the rest of a body that came too slowly.
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

/** The error that the client sees for anything thrown. */
export function toAppError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  if (isAway(thrown) || isDatabaseTimeout(thrown)) return serviceUnavailable(thrown);
  if (isRecordGone(thrown)) return recordNotFound();
  // Express cannot decode a path parameter: to us a malformed id like any other.
  if (thrown instanceof URIError) return recordNotFound();
  const fromHttp = httpErrorCode(thrown);
  if (fromHttp !== null) return new AppError(fromHttp.code, { ...fromHttp, cause: thrown });
  return new AppError('internal_server_error', {
    publicMessage: 'Something went wrong on our side. Quote the X-Request-Id when you report it.',
    cause: thrown,
  });
}

/** Errors of Express and its body parser carry a status of 4xx and, mostly, a type. */
function httpErrorCode(thrown: unknown) {
  if (!(thrown instanceof Error) || !('status' in thrown)) return null;
  const type = 'type' in thrown ? String(thrown.type) : '';
  if (thrown.status === 413) {
    const limit = 'limit' in thrown ? Number(thrown.limit) : NaN;
    const publicMessage = `The request is larger than ${Number.isNaN(limit) ? 'is accepted here' : `${limit / 1024} KiB`}.`;
    return { code: 'payload_too_large', publicMessage } as const;
  }
  if (thrown.status === 415) {
    return {
      code: 'unsupported_media_type',
      publicMessage: 'The Content-Type, its charset or the Content-Encoding is not supported.',
    } as const;
  }
  if (thrown.status === 400) {
    const publicMessage =
      type === 'entity.parse.failed'
        ? 'The body is not valid JSON.'
        : 'The request cannot be parsed.';
    return { code: 'bad_request', publicMessage } as const;
  }
  return null;
}
