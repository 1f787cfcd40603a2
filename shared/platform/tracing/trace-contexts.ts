import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { Context, ContextManager } from '@opentelemetry/api';

/** What a log line says about the work that wrote it: our ids and names, under the names of the line's fields. */
export type Fields = Record<string, unknown>;

/** Also carries the trace context: on Node 20 each additional storage slows down every promise of the process. */
interface Origin {
  fields?: Fields | undefined;
  context?: Context | undefined;
}

/**
 * The request or job on whose behalf the current code runs. The request's id passes from the API to the jobs that it queues, to the
 * jobs that these queue, and to the provider. Every log line written meanwhile has all of these fields (`shared/platform/log.ts`),
 * and so has the span of the request or job if traces are on.
 */
export const origins = new AsyncLocalStorage<Origin>();

/** Stores the context of traces. */
export const traceContexts: ContextManager = {
  active: () => origins.getStore()?.context ?? ROOT_CONTEXT,
  with: (context, work, self, ...args) =>
    origins.run({ ...origins.getStore(), context }, () => work.apply(self, args)),
  bind<Target>(context: Context, target: Target): Target {
    // Does not bind emitters: code that awaits their events already runs in its own context.
    if (typeof target !== 'function') return target;
    const bound = (...args: unknown[]): unknown =>
      traceContexts.with(context, () => Reflect.apply(target, undefined, args) as unknown);
    return bound as Target;
  },
  enable: () => traceContexts,
  disable: () => traceContexts,
};
