import { SpanKind } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Outage } from '../log-once.ts';

/**
 * The attributes that may leave the process. Others that instrumentations collect may contain account ids, search texts and values:
 * whole URLs, results of jobs, error messages.
 */
const ALLOWED = new Set([
  'http.request.method',
  'http.response.status_code',
  'http.route',
  'url.template',
  'error.type',
  'db.system.name',
  'db.query.summary',
  'bullmq.queue.name',
  'bullmq.queue.operation',
  'bullmq.job.name',
  'bullmq.job.id',
  'bullmq.job.attempts.made',
  'bullmq.job.bulk.count',
]);
/** Copies of enum values that the packages do not export. */
const SUCCESS: number = 0;
const CLIENT: number = SpanKind.CLIENT;
const OURS = 'ledgerline.';
/** On a request to us these come from the Host header, which the sender chooses. */
const ALLOWED_OF_CLIENTS = new Set(['server.address', 'server.port']);

/**
 * Exports spans without anything secret: only listed attributes, no events (they quote errors), no messages. If the receiver fails,
 * this is logged once and the spans are dropped: traces never hold up the work.
 */
export function exportSafely(exporter: SpanExporter, outage: Outage): SpanExporter {
  return {
    export(spans, done) {
      exporter.export(spans.map(safe), (result) => {
        const code: number = result.code;
        if (code === SUCCESS) outage.worked();
        else outage.failed(result.error ?? 'the receiver refuses them');
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** A reduced copy of the span. An object that inherits from it would be slow to create and to read. */
function safe(span: ReadableSpan): ReadableSpan {
  const { parentSpanContext } = span;
  const spanContext = span.spanContext();
  return {
    name: span.name,
    kind: span.kind,
    spanContext: () => spanContext,
    ...(parentSpanContext === undefined ? {} : { parentSpanContext }),
    startTime: span.startTime,
    endTime: span.endTime,
    duration: span.duration,
    ended: span.ended,
    attributes: safeAttributes(span),
    events: [],
    links: [],
    status: { code: span.status.code },
    resource: span.resource,
    instrumentationScope: span.instrumentationScope,
    droppedAttributesCount: span.droppedAttributesCount,
    droppedEventsCount: span.droppedEventsCount,
    droppedLinksCount: span.droppedLinksCount,
  };
}

function safeAttributes({ attributes, kind }: ReadableSpan): Attributes {
  const role: number = kind;
  const left: Attributes = {};
  for (const name of Object.keys(attributes)) {
    if (
      ALLOWED.has(name) ||
      name.startsWith(OURS) ||
      (role === CLIENT && ALLOWED_OF_CLIENTS.has(name))
    ) {
      left[name] = attributes[name];
    }
  }
  return left;
}
