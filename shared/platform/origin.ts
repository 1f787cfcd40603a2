import { tellSpan } from './tracing/active-span.ts';
import { origins } from './tracing/trace-contexts.ts';
import type { Fields } from './tracing/trace-contexts.ts';

/** Runs the work, and everything it awaits, on behalf of this origin, in the trace's context if there is one. */
export function withOrigin<T>(
  fields: Fields & { request_id: string },
  work: () => T,
  context = origins.getStore()?.context,
): T {
  if (context !== undefined) tellSpan(fields, context);
  return origins.run({ fields: { ...fields }, context }, work);
}

/** Runs work outside of any request and trace although a request started it, such as opening a connection that others share. */
export function withoutOrigin<T>(work: () => T): T {
  return origins.exit(work);
}

/** Adds fields that became known meanwhile: ids only. Does nothing without an origin. */
export function addToOrigin(fields: object): void {
  const known = origins.getStore()?.fields;
  if (known === undefined) return;
  Object.assign(known, fields);
  tellSpan(fields);
}

/** The fields of the origin, if there is one. */
export function originFields(): Readonly<Fields> | undefined {
  return origins.getStore()?.fields;
}

/** The id of the request that started the work; undefined if none did. */
export function originRequestId(): string | undefined {
  const id = originFields()?.['request_id'];
  return typeof id === 'string' ? id : undefined;
}
