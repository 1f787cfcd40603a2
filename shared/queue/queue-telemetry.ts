import type { Context } from '@opentelemetry/api';
import { SpanKind } from 'bullmq';
import type { Telemetry } from 'bullmq';

type QueueSpan = ReturnType<Telemetry['tracer']['startSpan']>;

let telemetry: Telemetry | undefined;

/** Lets every queue and worker that is made afterwards write spans. Its package is loaded here and nowhere else. */
export async function traceQueues(): Promise<void> {
  const { BullMQOtel } = await import('bullmq-otel');
  const { contextManager, tracer } = new BullMQOtel({ tracerName: 'ledgerline-queue' });
  telemetry = {
    contextManager,
    tracer: {
      startSpan: (name, options, context: Context) =>
        options?.kind === undefined || options.kind === SpanKind.INTERNAL
          ? SILENT
          : tracer.startSpan(name, options, context),
    },
  };
}

/** The option of a queue or worker; none while traces are off. */
export function queueTelemetry(): { telemetry?: Telemetry } {
  return telemetry === undefined ? {} : { telemetry };
}

/** For the queue's own steps, such as polls and renewed locks: traces would consist of little else. */
const SILENT: QueueSpan = {
  setSpanOnContext: (context: unknown) => context,
  setAttribute: () => undefined,
  setAttributes: () => undefined,
  addEvent: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};
