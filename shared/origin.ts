import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { Context, ContextManager } from '@opentelemetry/api';
import { tellSpan } from './tracing/active-span.ts';

/** What a line of the log says about the work that wrote it: ids and names of ours, under the line's own names. */
type Fields = Record<string, unknown>;

/**
 * On whose behalf the running code works: of a request, or of a job. The request's id goes from the API to the jobs that
 * it queues, to the jobs that these queue, and to the provider; every line of the log that is written meanwhile has
 * all of these fields (`shared/log.ts`), and so has the span of the request or job when traces are on.
 */
const origins = new AsyncLocalStorage<Origin>();

/** The context of traces travels along: on Node 20 each further storage makes every promise of the process dearer. */
interface Origin {
  fields?: Fields | undefined;
  context?: Context | undefined;
}

/** Runs the work, and all that it awaits, on behalf of this origin, in the trace's context if it has one of its own. */
export function withOrigin<T>(
  fields: Fields & { request_id: string },
  work: () => T,
  context = origins.getStore()?.context,
): T {
  if (context !== undefined) tellSpan(fields, context);
  return origins.run({ fields: { ...fields }, context }, work);
}

/** Runs what belongs to nobody and to no trace, though a request happened to begin it, such as a connection that others use, too. */
export function withoutOrigin<T>(work: () => T): T {
  return origins.exit(work);
}

/** Adds what became known meanwhile: ids only. Without an origin it does nothing. */
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

/** The id of the request that began the work; undefined: nobody asked for it. */
export function originRequestId(): string | undefined {
  const id = originFields()?.['request_id'];
  return typeof id === 'string' ? id : undefined;
}

/** Where traces keep their context. */
export const traceContexts: ContextManager = {
  active: () => origins.getStore()?.context ?? ROOT_CONTEXT,
  with: (context, work, self, ...args) =>
    origins.run({ ...origins.getStore(), context }, () => work.apply(self, args)),
  bind<Target>(context: Context, target: Target): Target {
    // Emitters stay as they are: whoever awaits what they tell is in his own context again.
    if (typeof target !== 'function') return target;
    const bound = (...args: unknown[]): unknown =>
      traceContexts.with(context, () => Reflect.apply(target, undefined, args) as unknown);
    return bound as Target;
  },
  enable: () => traceContexts,
  disable: () => traceContexts,
};
