import { AsyncLocalStorage } from 'node:async_hooks';
import { ROOT_CONTEXT } from '@opentelemetry/api';
import type { Context, ContextManager } from '@opentelemetry/api';

/** What a line of the log says about the work that wrote it: ids and names of ours, under the line's own names. */
export type Fields = Record<string, unknown>;

/** The context of traces travels along: on Node 20 each further storage makes every promise of the process dearer. */
interface Origin {
  fields?: Fields | undefined;
  context?: Context | undefined;
}

/**
 * On whose behalf the running code works: of a request, or of a job. The request's id goes from the API to the jobs that
 * it queues, to the jobs that these queue, and to the provider; every line of the log that is written meanwhile has
 * all of these fields (`shared/platform/log.ts`), and so has the span of the request or job when traces are on.
 */
export const origins = new AsyncLocalStorage<Origin>();

/** Where traces keep their context. */
export const traceContexts: ContextManager = {
  active: () => origins.getStore()?.context ?? ROOT_CONTEXT,
  with: (context, work, self, ...args) =>
    origins.run({ ...origins.getStore(), context }, () => work.apply(self, args)),
  bind<Target>(context: Context, target: Target): Target {
    // Emitters stay as they are: code that awaits their events already runs in its own context.
    if (typeof target !== 'function') return target;
    const bound = (...args: unknown[]): unknown =>
      traceContexts.with(context, () => Reflect.apply(target, undefined, args) as unknown);
    return bound as Target;
  },
  enable: () => traceContexts,
  disable: () => traceContexts,
};
