import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually.ts';

/** One request to a receiver. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, any> };
  at: number;
}

/** A server that events are posted to. */
export interface WebhookReceiver {
  readonly url: string;
  readonly received: ReceivedEvent[];
  /** Most requests that were open at once. */
  readonly mostAtOnce: number;
  /** What it does with a request; 204 at first. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** The first events of a type, once there are as many. */
  of(type: string, count?: number): Promise<ReceivedEvent[]>;
  close(): Promise<void>;
}

/** Starts a receiver on loopback. */
export async function startReceiver(port = 0): Promise<WebhookReceiver> {
  const received: ReceivedEvent[] = [];
  let open = 0;
  let mostAtOnce = 0;
  const server = createServer((request, response) => {
    open += 1;
    mostAtOnce = Math.max(mostAtOnce, open);
    response.on('close', () => (open -= 1));
    void buffer(request).then(
      (bytes) => {
        const body = bytes.toString();
        received.push({ headers: request.headers, body, event: JSON.parse(body), at: Date.now() });
        receiver.answer(request, response);
      },
      () => undefined,
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`,
    received,
    get mostAtOnce() {
      return mostAtOnce;
    },
    answer: (_request, response) => void response.writeHead(204).end(),
    of: (type, count = 1) =>
      eventually(() => {
        const found = received.filter(({ event }) => event.type === type);
        if (found.length < count) throw new Error(`${found.length} of ${count} ${type} came`);
        return found;
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

/** Whether a library of Standard Webhooks accepts an event as one that is signed with the secret. */
export function isSignedWith(secret: string, { headers, body }: ReceivedEvent): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
