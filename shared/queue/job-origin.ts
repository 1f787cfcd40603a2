import { randomUUID } from 'node:crypto';
import { context, propagation } from '@opentelemetry/api';
import { isObject } from '#preflight/is-object';
import { originRequestId } from '../platform/origin.ts';

/** The part of a job that carries its origin; bullmq keeps it through retries. */
interface CarryingJob {
  id?: string | undefined;
  opts: { telemetry?: { metadata?: string } };
}

/**
 * What a job carries besides its payload: the id of its request, or a new id without one, and the context of its trace if traces
 * are on. It is not in the payload, because workers of another build check that field by field.
 */
export function packOrigin(): string {
  const carried = { request_id: originRequestId() ?? randomUUID() };
  propagation.inject(context.active(), carried);
  return JSON.stringify(carried);
}

/** The request id of a job, or its own id if a queue tool added it without one. */
export function requestIdOf({ id = '', opts }: CarryingJob): string {
  try {
    const carried: unknown = JSON.parse(opts.telemetry?.metadata ?? '{}');
    if (isObject(carried) && typeof carried['request_id'] === 'string')
      return carried['request_id'];
  } catch {
    // Not written by us.
  }
  return id;
}
