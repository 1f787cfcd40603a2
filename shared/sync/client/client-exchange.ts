import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { got } from 'got';
import type { Request } from 'got';
import { errorCode } from '../../platform/error-code.ts';
import { originRequestId } from '../../platform/origin.ts';
import { providerRequests, providerSeconds } from '../../platform/metrics/series.ts';
import { ADDRESS_REFUSED } from '../../platform/public-address.ts';
import { refuseUpgrade } from '../../platform/refuse-upgrade.ts';
import { guardedLookup } from './addresses.ts';
import type { WireAnswer } from './classify.ts';
import { ProviderError } from './errors.ts';
import type { ProviderSettings } from './settings.ts';

/** Keeps idle connections open, so that a page costs one round trip. They do not keep the process alive. */
const agent = {
  http: new HttpAgent({ keepAlive: true, maxFreeSockets: 20 }),
  https: new HttpsAgent({ keepAlive: true, maxFreeSockets: 20 }),
};

/**
 * One GET and its answer, without retries or redirects, and with a bounded body. The key is only sent in the header. Throws
 * ProviderError unavailable (no answer or half of one), too_large, blocked_redirect (the name resolves to a private address) or
 * cancelled. Calls `answering` when the answer begins.
 */
export async function exchange(...request: Parameters<typeof exchangeOnce>): Promise<WireAnswer> {
  const [, , settings] = request;
  // Not the host of a link that the provider returns: it must not be able to choose a metric's label.
  const provider = new URL(settings.baseUrl).host;
  const sentAt = performance.now();
  let status = 'none';
  try {
    const answer = await exchangeOnce(...request);
    status = String(answer.status);
    return answer;
  } finally {
    providerRequests.inc({ provider, status });
    providerSeconds.observe({ provider }, (performance.now() - sentAt) / 1000);
  }
}

async function exchangeOnce(
  url: URL,
  apiKey: string,
  settings: ProviderSettings,
  { signal, answering }: { signal?: AbortSignal | undefined; answering?: () => void } = {},
): Promise<WireAnswer> {
  const stream = got.stream(url, {
    headers: {
      accept: 'application/json',
      'user-agent': 'ledgerline',
      ...requestIdHeader(settings),
      [settings.keyHeader]: apiKey,
    },
    agent,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    timeout: {
      lookup: settings.connectTimeoutMs,
      connect: settings.connectTimeoutMs,
      secureConnect: settings.connectTimeoutMs,
      request: settings.requestTimeoutMs,
    },
    ...(settings.addresses.allowLocal ? {} : { dnsLookup: guardedLookup }),
  });
  // Got would listen to the signal after the answer and throw an uncaught error; nor may a late error of an abandoned stream end
  // the process.
  const abort = (): void => void stream.destroy();
  stream.on('error', () => undefined);
  refuseUpgrade(stream);
  stream.on('response', () => answering?.());
  signal?.addEventListener('abort', abort, { once: true });
  try {
    signal?.throwIfAborted();
    const body = await readBounded(stream, settings.maxBodyBytes);
    const { response } = stream;
    if (response === undefined) throw new Error('no response');
    return { status: response.statusCode, headers: flat(response.headers), body };
  } catch (error) {
    stream.destroy();
    throw failureOf(error, signal);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Lets the provider's log and ours refer to the same work. */
function requestIdHeader({ requestIdHeader: name }: ProviderSettings): Record<string, string> {
  const id = originRequestId();
  return name === null || id === undefined ? {} : { [name]: id };
}

async function readBounded(stream: Request, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new ProviderError('too_large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function flat(headers: Record<string, string | string[] | undefined>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** Got's errors contain the request with its key, so only their code is used. */
function failureOf(error: unknown, signal: AbortSignal | undefined): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal?.aborted === true) return new ProviderError('cancelled');
  const code = errorCode(error);
  if (code === ADDRESS_REFUSED) {
    return new ProviderError('blocked_redirect', { reason: 'private_address' });
  }
  return new ProviderError('unavailable', { reason: reasons[code] ?? 'connection_failed' });
}

const reasons: Record<string, string> = {
  ETIMEDOUT: 'timeout',
  ECONNRESET: 'connection_reset',
  ECONNREFUSED: 'connection_refused',
  ENOTFOUND: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ERR_HTTP_CONTENT_LENGTH_MISMATCH: 'body_cut_off',
};
