import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { got } from 'got';
import type { Request } from 'got';
import { errorCode } from '../error-code.ts';
import { guardedLookup, PRIVATE_ADDRESS } from './addresses.ts';
import type { WireAnswer } from './classify.ts';
import { ProviderError } from './errors.ts';
import type { ProviderSettings } from './settings.ts';

/** Idle connections are kept, so that a page costs one round trip. They do not keep a process alive. */
const agent = {
  http: new HttpAgent({ keepAlive: true, maxFreeSockets: 20 }),
  https: new HttpsAgent({ keepAlive: true, maxFreeSockets: 20 }),
};

/**
 * One GET, one answer: no retry, no redirect, no body above the bound. The key goes into the header and
 * nowhere else. Throws ProviderError unavailable (nothing or not all arrived), too_large,
 * blocked_redirect (the name leads to a private address) or cancelled. `answering` is called when the
 * answer begins.
 */
export async function exchange(
  url: URL,
  apiKey: string,
  settings: ProviderSettings,
  { signal, answering }: { signal?: AbortSignal | undefined; answering?: () => void } = {},
): Promise<WireAnswer> {
  const stream = got.stream(url, {
    headers: {
      accept: 'application/json',
      'user-agent': 'ledgerline',
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
  // The library would listen to the signal beyond the answer and throw into nowhere; a late error of a
  // stream that is no longer read must not end the process either.
  const abort = (): void => void stream.destroy();
  stream.on('error', () => undefined);
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

function flat(
  headers: Record<string, string | string[] | undefined>,
): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  );
}

/** The library's errors hold the request with its key: only their code is looked at. */
function failureOf(error: unknown, signal: AbortSignal | undefined): ProviderError {
  if (error instanceof ProviderError) return error;
  if (signal?.aborted === true) return new ProviderError('cancelled');
  const code = errorCode(error);
  if (code === PRIVATE_ADDRESS) {
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
