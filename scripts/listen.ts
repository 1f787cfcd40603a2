/**
 * `npm run listen`: shows the events of a household as they come, and hands them to a program that is being written. Its endpoint is on this
 * machine and is removed at Ctrl-C. Exit code 0, 1 when the service refuses, 2 when the command is wrong.
 */
import { timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { signatureHeaders } from '../shared/webhooks/signature.ts';
import { createApiClient } from './import/api-client.ts';
import type { ApiClient } from './import/api-client.ts';
import { readCommandLine } from './terminal/command-line.ts';
import { describeFailure, findService, printAway } from './terminal/find-service.ts';
import { plain } from '../packages/cli/plain.ts';

const USAGE = `Usage: npm run listen -- [--forward URL] [--events TYPE,TYPE] [--replay ID] [--url URL] [--key KEY]

Shows events as they come and checks their signatures, until Ctrl-C. --forward posts each to a program of yours as it came, and
answers what that answers. --replay sends one delivery to --forward again, and ends. --url and --key work as in npm run import.
The service must run here and allow loopback, as npm start does.`;

interface Made {
  data: { id: string; secret: string };
}

/** Whether the headers sign the body with this secret. */
function isSigned(secret: string, headers: IncomingHttpHeaders, body: string): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000);
  const message = { id: String(headers['webhook-id']), at, body };
  const { 'webhook-signature': own = '' } = signatureHeaders([secret], message);
  const sent = String(headers['webhook-signature']).split(' ');
  return sent.some(
    (each) => each.length === own.length && timingSafeEqual(Buffer.from(each), Buffer.from(own)),
  );
}

/** Posts an event to a program. Returns its status, or 502 when it does not answer. */
async function forward(url: string, body: string, signed: Record<string, string>): Promise<number> {
  const headers = { 'content-type': 'application/json', ...signed };
  try {
    return (await fetch(url, { method: 'POST', body, headers, redirect: 'manual' })).status;
  } catch (error) {
    console.error(describeFailure(error, url));
    return 502;
  }
}

/** Sends a delivery to a program again, signed with a secret that is printed. */
async function replay(api: ApiClient, id: string, url: string): Promise<number> {
  const { data } = (await api.send('GET', `/webhook_deliveries/${encodeURIComponent(id)}`)) as {
    data: { payload: object };
  };
  const body = JSON.stringify(data.payload);
  return withEndpoint(api, 'http://127.0.0.1:1024/', null, async ({ secret }) => {
    console.log(`Its signature is of the secret ${secret}`);
    const status = await forward(
      url,
      body,
      signatureHeaders([secret], { id, at: new Date(Date.now()), body }),
    );
    console.log(`${status}  ${plain(body)}`);
    return status < 300 ? 0 : 1;
  });
}

/** Works with an endpoint that exists for as long. */
async function withEndpoint(
  api: ApiClient,
  url: string,
  events: string[] | null,
  work: (made: Made['data']) => Promise<number>,
): Promise<number> {
  const settings = { url, events, description: 'npm run listen' };
  const { data } = (await api.send('POST', '/webhook_endpoints', settings)) as Made;
  try {
    return await work(data);
  } finally {
    await api.send('DELETE', `/webhook_endpoints/${data.id}`);
  }
}

async function listen(
  api: ApiClient,
  events: string[] | null,
  target: string | undefined,
): Promise<number> {
  let secret = '';
  const server = createServer((request, response) => {
    void text(request).then(
      async (body) => {
        const { headers } = request;
        const isOurs = isSigned(secret, headers, body);
        console.log(
          `${isOurs ? 'signed' : 'NOT SIGNED'}  ${String(headers['webhook-id'])}  ${plain(body)}`,
        );
        const signed = Object.fromEntries(
          Object.entries(headers).flatMap(([name, value]) =>
            name.startsWith('webhook-') ? [[name, String(value)]] : [],
          ),
        );
        const status = !isOurs
          ? 400
          : target === undefined
            ? 204
            : await forward(target, body, signed);
        response.writeHead(status).end();
      },
      () => undefined,
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  return withEndpoint(api, `http://127.0.0.1:${port}/`, events, async (made) => {
    secret = made.secret;
    console.log(`Listening with the secret ${secret} until Ctrl-C.`);
    await stopped;
    server.closeAllConnections();
    server.close();
    return 0;
  });
}

async function main(): Promise<number> {
  const { values } = readCommandLine(USAGE, {
    options: {
      forward: { type: 'string' },
      events: { type: 'string' },
      replay: { type: 'string' },
      url: { type: 'string' },
      key: { type: 'string' },
    },
  });
  const service = findService(values);
  if (service === undefined) {
    console.error('Name the service with --url and --key.');
    return 2;
  }
  const target = values.forward;
  if (target !== undefined && !URL.canParse(target)) {
    console.error('--forward must be a URL.');
    return 2;
  }
  const api = createApiClient(service.url, service.key, printAway);
  try {
    if (values.replay === undefined)
      return await listen(api, values.events?.split(',') ?? null, target);
    if (target !== undefined) return await replay(api, values.replay, target);
    console.error('--replay needs --forward.');
    return 2;
  } catch (error) {
    console.error(describeFailure(error, service.url));
    return 1;
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 2;
  },
);
