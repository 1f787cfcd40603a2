import { badRequest } from '../../shared/platform/errors.ts';
import type { AppError } from '../../shared/platform/errors.ts';

/** Why work for a request ends early: the client will not read the answer. */
export function clientGone(cause?: unknown): AppError {
  return badRequest('The client went away.', cause);
}
