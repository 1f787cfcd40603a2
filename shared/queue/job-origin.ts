import { randomUUID } from 'node:crypto';
import { context, propagation } from '@opentelemetry/api';
import { isObject } from '#preflight/is-object';
import { originRequestId } from '../platform/origin.ts';

/** The part of a job that carries where it comes from, and which bullmq keeps through retries. */
interface CarryingJob {
  id?: string | undefined;
  opts: { telemetry?: { metadata?: string } };
}

/**
 * What a job carries next to its payload: the id of the request that it belongs to, or a new one when there is no
 * request, and the context of its trace when traces are on. It is not part of the payload, which workers of another build check field by field.
 */
export function packOrigin(): string {
  const carried = { request_id: originRequestId() ?? randomUUID() };
  propagation.inject(context.active(), carried);
  return JSON.stringify(carried);
}

/** The request id of a job; its own id for one that a tool of the queue added without. */
export function requestIdOf({ id = '', opts }: CarryingJob): string {
  try {
    const carried: unknown = JSON.parse(opts.telemetry?.metadata ?? '{}');
    if (isObject(carried) && typeof carried['request_id'] === 'string')
      return carried['request_id'];
  } catch {
    // Not ours.
  }
  return id;
}
