import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import {
  createContextKey,
  INVALID_SPAN_CONTEXT,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import type { Context, Span, SpanContext } from '@opentelemetry/api';
import { traceContexts } from './trace-contexts.ts';

/**
 * What the code adds to the current span. The API package does nothing and costs nothing until `start-tracing.ts` turns traces on;
 * the metrics library loads it anyway.
 */

/**
 * The span of the context, or undefined if it is known that none is recorded: most work asks a dozen times and has none. Reads the
 * storage directly, because the package's way to it costs more than the answer.
 */
function spanOf(of: Context): Span | undefined {
  return of === ROOT_CONTEXT || of === unsampled ? undefined : trace.getSpan(of);
}

/** The ids of the trace that is being recorded, under the names that log lines use. */
export function activeTrace(): { trace_id: string; span_id: string } | undefined {
  const span = spanOf(traceContexts.active())?.spanContext();
  if (span === undefined || (span.traceFlags & TraceFlags.SAMPLED) === 0) return undefined;
  return { trace_id: span.traceId, span_id: span.spanId };
}

/** The span that is being recorded, if any. */
export function recordingSpan(of = traceContexts.active()): Span | undefined {
  const span = spanOf(of);
  return span?.isRecording() === true ? span : undefined;
}

const tracer = trace.getTracer('ledgerline-http');

/**
 * Which requests are recorded if the caller did not start a trace: a share of them, or those that the sampler chooses by trace id.
 * Off: requests get no spans.
 */
type Followed = number | 'by sampler' | 'off';
let followed: Followed = 'off';

/** From now on requests get spans. */
export function followRequests(share: Followed): void {
  followed = share;
}

const SAMPLED = createContextKey('ledgerline: sampled before the tracer was asked');
const sampled = ROOT_CONTEXT.setValue(SAMPLED, true);

/** Whether it was decided, before asking the sampler, that the trace is recorded. */
export function isSampled(of: Context): boolean {
  return of.getValue(SAMPLED) === true;
}

/**
 * One shared span for all requests that are not sampled: separate ones would be most of what traces cost these requests. Jobs and
 * calls to the provider see that the trace is not recorded, with ids generated on the fly.
 */
const unsampledSpan = Object.assign(trace.wrapSpanContext(INVALID_SPAN_CONTEXT), {
  spanContext: (): SpanContext => ({
    traceId: randomBytes(16).toString('hex'),
    spanId: randomBytes(8).toString('hex'),
    traceFlags: TraceFlags.NONE,
  }),
});
const unsampled = trace.setSpan(ROOT_CONTEXT, unsampledSpan);

/** Machines request these every few seconds. */
const PROBES = new Set(['/livez', '/readyz', '/healthz', '/metrics', '/admin/metrics']);

/**
 * Begins the span of a request and returns the context to answer it in: continues the caller's trace or begins a new one. Decides
 * first whether to record it; if not, it creates nothing. This is why requests are not instrumented by a package. Undefined: traces
 * are off, or the request is a probe.
 */
export function beginRequestSpan(req: IncomingMessage, res: ServerResponse): Context | undefined {
  if (followed === 'off') return undefined;
  const { method = '', url = '' } = req;
  if (PROBES.has(url.split('?', 1)[0] ?? '')) return undefined;
  const before = contextBefore(req, followed);
  if (before === undefined) return unsampled;
  const span = tracer.startSpan(method, { kind: SpanKind.SERVER }, before);
  if (span.isRecording()) {
    span.setAttribute('http.request.method', method);
    res.once('close', () => {
      span.setAttribute('http.response.status_code', res.statusCode);
      if (res.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    });
  }
  return trace.setSpan(before, span);
}

/** The parent context for the span of a request; undefined if it is not sampled. */
function contextBefore({ headers }: IncomingMessage, share: number | 'by sampler') {
  if (headers['traceparent'] !== undefined) {
    // Keeps only the caller's trace: its baggage would be passed on to the provider.
    return propagation.deleteBaggage(propagation.extract(ROOT_CONTEXT, headers));
  }
  if (share === 'by sampler') return ROOT_CONTEXT;
  return Math.random() < share ? sampled : undefined;
}

/** Binds a listener to the span in which it was created: the emitter does not know the span. */
export function ofActiveSpan(listener: () => void): () => void {
  return activeTrace() === undefined
    ? listener
    : traceContexts.bind(traceContexts.active(), listener);
}

/** Names the span of a request after its operation: the path with placeholders for ids. */
export function nameRequestSpan(method: string, route: string): void {
  recordingSpan()?.setAttribute('http.route', route).updateName(`${method} ${route}`);
}

/** Adds ids to the span of the context, under the same names as in the log. */
export function tellSpan(fields: object, of?: Context): void {
  const span = recordingSpan(of);
  if (span === undefined) return;
  for (const [name, value] of Object.entries(fields) as [string, unknown][]) {
    if (typeof value === 'string') span.setAttribute(`ledgerline.${name}`, value);
  }
}

/** Records on a job's span how the job ended. */
export function endSpanAs(outcome: string, code: string): void {
  const span = recordingSpan();
  if (span === undefined) return;
  span.setAttribute('ledgerline.outcome', outcome);
  if (code !== '') span.setAttribute('error.type', code);
  if (['failed', 'retried'].includes(outcome)) span.setStatus({ code: SpanStatusCode.ERROR });
}
