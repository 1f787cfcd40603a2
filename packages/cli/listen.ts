import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { verifyWebhook } from '#client';
import type { Client, Schemas } from '#client';
import { EXIT, Failure } from './failure.ts';
import type { ServiceOptions } from './find-service.ts';
import type { Screen } from './screen.ts';
import { connect } from './service.ts';

interface ListenOptions extends ServiceOptions {
  forward?: string;
  events?: string;
  replay?: string;
}

type Endpoint = Schemas['WebhookEndpointWithSecret'];

/** The signature of a message according to Standard Webhooks (https://www.standardwebhooks.com). */
function sign(secret: string, id: string, timestamp: string, body: string): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/** Posts an event to a program. Returns its status, or 502 when it does not answer. */
async function forward(
  screen: Screen,
  url: string,
  body: string,
  signed: Record<string, string>,
): Promise<number> {
  const headers = { 'content-type': 'application/json', ...signed };
  try {
    return (await fetch(url, { method: 'POST', body, headers, redirect: 'manual' })).status;
  } catch {
    screen.tell(`${url} does not answer.`, 'red');
    return 502;
  }
}

/** Creates an endpoint for this command, with a function that removes it. */
async function addEndpoint(
  client: Client,
  url: string,
  events: string | undefined,
): Promise<{ made: Endpoint; remove: () => Promise<void> }> {
  // The service validates what the person typed.
  const wanted = (events?.split(',') ?? null) as Endpoint['events'];
  const body = { url, events: wanted, description: 'ledgerline webhooks listen' };
  const { data: made } = await client.post('/webhook_endpoints', { body });
  const remove = async (): Promise<void> => {
    await client.delete('/webhook_endpoints/{id}', { path: { id: made.id } });
  };
  return { made, remove };
}

/** Sends a delivery to a program again, signed with a new secret, which it prints. */
async function replay(screen: Screen, client: Client, id: string, url: string): Promise<number> {
  const { data } = await client.get('/webhook_deliveries/{id}', { path: { id } });
  const body = JSON.stringify(data.payload);
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  screen.print(`It is signed with the secret ${secret}`);
  const timestamp = String(Math.floor(Date.now() / 1000));
  const status = await forward(screen, url, body, {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(secret, id, timestamp, body),
  });
  screen.print(`${status}  ${body}`);
  screen.answer({ status, id, payload: data.payload });
  return status < 300 ? EXIT.fine : EXIT.faults;
}

/** Shows events as they come, and passes them to the developer's program, until Ctrl-C. */
export async function listen(screen: Screen, options: ListenOptions): Promise<number> {
  const { forward: target, events, replay: again } = options;
  if (target !== undefined && !URL.canParse(target)) {
    throw new Failure('usage', '--forward must be a URL.');
  }
  const client = connect(screen, options);
  if (again !== undefined) {
    if (target !== undefined) return replay(screen, client, again, target);
    throw new Failure('usage', '--replay needs --forward.');
  }
  let secret = '';
  const server = createServer((request, response) => {
    const receive = async (): Promise<void> => {
      const { headers } = request;
      const body = await text(request);
      const id = String(headers['webhook-id']);
      const isOurs = await verifyWebhook({ body, headers, secrets: secret }).then(
        () => true,
        () => false,
      );
      screen.print(`${isOurs ? 'signed' : 'NOT SIGNED'}  ${id}  ${body}`);
      screen.answerLine({ id, signed: isOurs, body });
      const signed = Object.entries(headers).filter(([name]) => name.startsWith('webhook-'));
      const passOn = async (): Promise<number> =>
        target === undefined
          ? 204
          : forward(screen, target, body, Object.fromEntries(signed) as Record<string, string>);
      response.writeHead(isOurs ? await passOn() : 400).end();
    };
    // A sender that has gone away needs no answer.
    receive().catch(() => request.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { made, remove } = await addEndpoint(client, `http://127.0.0.1:${port}/`, events);
  screen.whenStopped(async () => {
    await remove();
    server.closeAllConnections();
    server.close();
    return EXIT.fine;
  });
  secret = made.secret;
  screen.print(`Listening with the secret ${secret} until Ctrl-C.`);
  screen.answerLine({ secret });
  return screen.stopped;
}
