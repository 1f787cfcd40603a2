import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { Context } from '@opentelemetry/api';

/**
 * What the code tells the span that it runs in. The API's package does nothing and costs nothing until `start-tracing.ts`
 * turned traces on; the metrics' library loads it anyway.
 */

/** The ids of the trace that is recorded here, as lines of the log and exemplars of metrics name them. */
export function activeTrace(): { trace_id: string; span_id: string } | undefined {
  const span = trace.getActiveSpan()?.spanContext();
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return { trace_id: span.traceId, span_id: span.spanId };
}

const tracer = trace.getTracer('ledgerline-http');
let isOn = false;

/** From here on requests begin spans. Called once, when there is somebody to send them to. */
export function followRequests(): void {
  isOn = true;
}

/** Asked every few seconds by machines. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics', '/admin/metrics']);

/**
 * Begins the span of a request and returns the context to answer it in: the caller's trace goes on, or one of our own begins.
 * Whether it is recorded is decided first, and where it is not, hardly anything is done: that is why no package looks at
 * the requests. Undefined: traces are off, or a machine asks how we are.
 */
export function beginRequestSpan(req: IncomingMessage, res: ServerResponse): Context | undefined {
  if (!isOn) return undefined;
  const { method = '', url = '', headers } = req;
  if (PROBES.has(url.split('?', 1)[0] ?? '')) return undefined;
  // Of the caller the trace alone: its baggage would go on to the provider.
  const caller =
    headers['traceparent'] === undefined
      ? ROOT_CONTEXT
      : propagation.deleteBaggage(propagation.extract(ROOT_CONTEXT, headers));
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, caller);
  if (span.isRecording()) {
    span.setAttribute('http.request.method', method);
    res.once('close', () => {
      span.setAttribute('http.response.status_code', res.statusCode);
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  }
  return trace.setSpan(caller, span);
}

/** Lets a listener tell of the recorded span that it is made in: what emits its event knows no span. */
export function ofActiveSpan(listener: () => void): () => void {
  return activeTrace() === undefined ? listener : context.bind(context.active(), listener);
}

/** Names the span of a request after its operation: the path with names in place of ids. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan();
  if (span?.isRecording() !== true) return;
  span.setAttribute('http.route', route);
  span.updateName(`${method} ${route}`);
}

/** Adds ids to the span of the context, under the names that they have in the log. */
export function tellSpan(fields: object, of = context.active()): void {
  const span = trace.getSpan(of);
  if (span?.isRecording() !== true) return;
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (typeof value === 'string') span.setAttribute(`ledgerline.${name}`, value);
  }
}

/** Marks the span of a job with how it ended. */
export function endSpanAs(outcome: string, code: string): void {
  const span = trace.getActiveSpan();
  if (span?.isRecording() !== true) return;
  span.setAttribute('ledgerline.outcome', outcome);
  if (code !== '') span.setAttribute('error.type', code);
  if (['failed', 'retried'].includes(outcome)) span.setStatus({ code: SpanStatusCode.ERROR });
}
