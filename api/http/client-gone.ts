import { AppError } from '../../shared/platform/errors.ts';

/** Why work for a request ends early: the client will not read the answer. */
export function clientGone(cause?: unknown): AppError {
  return new AppError('bad_request', { publicMessage: 'The client went away.', cause });
}
