import type { IncomingMessage } from 'node:http';
import type { AppError } from '../../shared/platform/errors.ts';

const faults = new WeakMap<IncomingMessage, AppError>();
const listeners = new WeakMap<IncomingMessage, (fault: AppError) => void>();

/**
 * Records that the rest of a request will never come, because Node's parser gave up. Reading the body then fails with
 * this error; an operation that needs no body answers as usual.
 */
export function breakRequest(req: IncomingMessage, fault: AppError): void {
  faults.set(req, fault);
  listeners.get(req)?.(fault);
}

/** Calls `listener` when the request breaks, or at once if it already has. One listener per request: its body has one reader. */
export function onBroken(req: IncomingMessage, listener: (fault: AppError) => void): void {
  const fault = faults.get(req);
  if (fault === undefined) listeners.set(req, listener);
  else listener(fault);
}
