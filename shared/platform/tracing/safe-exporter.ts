import { SpanKind } from '@opentelemetry/api';
import type { Attributes } from '@opentelemetry/api';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Outage } from '../log-once.ts';

/**
 * The attributes that leave the process. What else the instrumentations collect may hold ids of accounts, search
 * texts and values: whole URLs, results of jobs, messages of errors.
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
/** Of the enumerations that the packages keep to themselves. */
const SUCCESS: number = 0;
const CLIENT: number = SpanKind.CLIENT;
const OURS = 'ledgerline.';
/** Of a request to us it is the header Host, which its sender chooses. */
const ALLOWED_OF_CLIENTS = new Set(['server.address', 'server.port']);

/**
 * Sends spans without anything secret: listed attributes only, no events (they quote errors), no messages. When the receiver
 * fails, the log says so once and the spans are lost: traces never hold up the work.
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

/** A copy of the span with less in it. An object that inherits from the span would be slow to make and to read. */
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
