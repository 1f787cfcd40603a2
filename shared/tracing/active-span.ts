import { SpanStatusCode, trace, TraceFlags } from '@opentelemetry/api';

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

/** Names the span of a request after its operation: the path with names in place of ids. */
export function nameRequestSpan(method: string, route: string): void {
  const span = trace.getActiveSpan();
  if (span?.isRecording() !== true) return;
  span.setAttribute('http.route', route);
  span.updateName(`${method} ${route}`);
}

/** Adds ids to the span, under the names that they have in the log. */
export function tellSpan(fields: object): void {
  const span = trace.getActiveSpan();
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
