import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { eventually } from './eventually.ts';
import { closeServer, listen } from './listen.ts';

/** One request to a receiver. */
export interface ReceivedEvent {
  headers: IncomingHttpHeaders;
  body: string;
  event: { type: string; timestamp: string; data: Record<string, any> };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startReceiver>>;

/** Starts a server on loopback that events are posted to. */
export async function startReceiver() {
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
        received.push({ headers: request.headers, body, event: JSON.parse(body) });
        receiver.answer(request, response);
      },
      () => undefined,
    );
  });
  const receiver = {
    url: `${await listen(server)}/events`,
    received,
    /** Most requests that were open at once. */
    get mostAtOnce() {
      return mostAtOnce;
    },
    /** What it does with a request; 204 at first. */
    answer: (_request: IncomingMessage, response: ServerResponse): void =>
      void response.writeHead(204).end(),
    /** The first events of a type, once there are as many. */
    of: (type: string, count = 1) =>
      eventually(() => {
        const found = received.filter(({ event }) => event.type === type);
        if (found.length < count) throw new Error(`${found.length} of ${count} ${type} came`);
        return found;
      }),
    close: () => closeServer(server),
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
