import type { Context } from '@opentelemetry/api';
import { SpanKind } from 'bullmq';
import type { Telemetry } from 'bullmq';

type QueueSpan = ReturnType<Telemetry['tracer']['startSpan']>;

let telemetry: Telemetry | undefined;

/** Makes every queue and worker that is created afterwards write spans. Only this function loads the package. */
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

/** The telemetry option of a queue or worker; empty while traces are off. */
export function queueTelemetry(): { telemetry?: Telemetry } {
  return telemetry === undefined ? {} : { telemetry };
}

/** For the queue's internal steps, such as polls and lock renewals: traces would consist of little else. */
const SILENT: QueueSpan = {
  setSpanOnContext: (context: unknown) => context,
  setAttribute: () => undefined,
  setAttributes: () => undefined,
  addEvent: () => undefined,
  recordException: () => undefined,
  end: () => undefined,
};
