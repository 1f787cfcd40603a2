import { Agent as HttpAgent } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { once } from 'node:events';
import type { LookupFunction } from 'node:net';
import { got } from 'got';
import { errorCode } from '../../shared/platform/error-code.ts';
import { ADDRESS_REFUSED } from '../../shared/platform/public-address.ts';
import { refuseUpgrade } from '../../shared/platform/refuse-upgrade.ts';

/** What a receiver answered, or why there was no answer. */
export interface Answer {
  /** HTTP status; null: no answer. */
  status: number | null;
  /** A code of a closed list; null: it answered. */
  fault: string | null;
  /** Time up to the answer's headers. Milliseconds. */
  ms: number;
  headers: Record<string, string | undefined>;
}

/** A new connection per attempt: a kept one may be closed just as it is used, which would count as a failure. */
const agent = {
  http: new HttpAgent({ keepAlive: false }),
  https: new HttpsAgent({ keepAlive: false }),
};

const CONNECT_MS = 5000;
const ANSWER_MS = 15_000;
/** The body does not matter to us. It is read briefly, so that the receiver can finish writing it. */
const BODY_MS = 1000;
const BODY_BYTES_MAX = 16 * 1024;

/**
 * One POST and the status of its answer, without redirects or retries. Connects only to addresses that `lookup` allows; check an
 * address in the URL itself before. Aborting ends it without an answer, and so do `answerMs` milliseconds.
 */
export async function send(
  url: string,
  message: { headers: Record<string, string>; body: string },
  {
    lookup,
    signal,
    answerMs = ANSWER_MS,
  }: { lookup: LookupFunction; signal: AbortSignal; answerMs?: number },
): Promise<Answer> {
  const begun = performance.now();
  const ms = (): number => Math.round(performance.now() - begun);
  const stream = got.stream.post(url, {
    body: message.body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'ledgerline-webhooks',
      ...message.headers,
    },
    agent,
    dnsLookup: lookup,
    retry: { limit: 0 },
    followRedirect: false,
    throwHttpErrors: false,
    decompress: false,
    timeout: {
      lookup: CONNECT_MS,
      connect: CONNECT_MS,
      secureConnect: CONNECT_MS,
      request: answerMs,
    },
  });
  // A late error of an abandoned stream must not end the process.
  stream.on('error', () => undefined);
  refuseUpgrade(stream);
  const abort = (): void => void stream.destroy(new Error('aborted'));
  signal.addEventListener('abort', abort, { once: true });
  try {
    signal.throwIfAborted();
    await once(stream, 'response');
    drain(stream);
    if (stream.response === undefined) throw new Error('no response');
    const { statusCode, headers } = stream.response;
    return { status: statusCode, fault: null, ms: ms(), headers: flat(headers) };
  } catch (error) {
    stream.destroy();
    return { status: null, fault: faultOf(error), ms: ms(), headers: {} };
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Reads a little of an unneeded body, then hangs up. */
function drain(stream: ReturnType<typeof got.stream.post>): void {
  let size = 0;
  const end = setTimeout(() => void stream.destroy(), BODY_MS).unref();
  stream.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > BODY_BYTES_MAX) stream.destroy();
  });
  stream.on('close', () => clearTimeout(end));
}

const flat = (headers: IncomingHttpHeaders): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, value?.toString()]));

/** Got's errors contain the request, so only their code is used. */
function faultOf(error: unknown): string {
  const code = errorCode(error);
  return FAULTS[code] ?? (/CERT|TLS|SSL|ERR_/.test(code) ? 'tls_failed' : 'connection_failed');
}

const FAULTS: Record<string, string> = {
  [ADDRESS_REFUSED]: 'address_not_allowed',
  ETIMEDOUT: 'timeout',
  ETIMEOUT: 'name_not_found',
  ENOTFOUND: 'name_not_found',
  ENODATA: 'name_not_found',
  ESERVFAIL: 'name_not_found',
  EAI_AGAIN: 'name_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  HPE_HEADER_OVERFLOW: 'invalid_answer',
  HPE_INVALID_CONSTANT: 'invalid_answer',
};
