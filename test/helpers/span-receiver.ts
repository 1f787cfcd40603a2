import { createServer } from 'node:http';
import { closeServer, listen } from './listen.ts';

/** A span as it left a process. */
export interface ReceivedSpan {
  service: string;
  name: string;
  /** In the words of OTLP: 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  attributes: Record<string, unknown>;
}

export type SpanReceiver = Awaited<ReturnType<typeof startSpanReceiver>>;

interface Attribute {
  key: string;
  value: Record<string, unknown>;
}

const objectOf = (attributes: Attribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A receiver of traces, OTLP over HTTP as JSON. */
export async function startSpanReceiver() {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') bodies.push(Buffer.concat(chunks).toString());
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  const spansOf = (body: string): ReceivedSpan[] =>
    (JSON.parse(body) as { resourceSpans: any[] }).resourceSpans.flatMap((resource) => {
      const service = String(objectOf(resource.resource.attributes)['service.name']);
      return resource.scopeSpans.flatMap((scope: any) =>
        scope.spans.map((span: any) => {
          const { name, kind, traceId, spanId, parentSpanId } = span;
          const attributes = objectOf(span.attributes);
          return { service, name, kind, traceId, spanId, parentSpanId, attributes };
        }),
      );
    });
  return {
    url: await listen(server),
    /** All that was sent, as it came over the wire. */
    text: () => bodies.join('\n'),
    spans: () => bodies.flatMap(spansOf),
    close: () => closeServer(server),
  };
}
