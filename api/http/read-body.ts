import type { IncomingMessage } from 'node:http';
import { Writable } from 'node:stream';
import type { Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { AppError, badRequest, overloaded } from '../../shared/platform/errors.ts';
import type { BodyMemory } from '../limits/body-memory.ts';
import type { BodyDigest } from './body-digest.ts';
import { onBroken } from './broken-requests.ts';
import { createByteCollector } from './byte-collector.ts';

const TOO_MANY_BYTES = 'Too many bytes are being uploaded at once. Try again shortly.';

/** How long a client may take to send its body, and which budget its bytes count against. */
export interface BodyPace {
  /** For the whole body, from when reading starts. */
  timeoutMs: number;
  /** How long the client may pause. */
  stallMs: number;
  /** Counts the bytes against the household's share. */
  memory: BodyMemory;
  /** Set when the body is compared with that of another request. */
  digest?: BodyDigest | undefined;
}

/** How large a body may be, and how slowly it may come. */
export interface BodyLimits extends BodyPace {
  /** Largest body, as sent and decompressed. */
  bytesMax: number;
}

/**
 * Writes a body, decoded, to a sink and resolves when the sink has closed. All bodies are read here, and the error
 * listeners of all streams stay attached after the end. This is not a pipeline: on an error that would destroy the
 * request, and with it the connection that the answer needs.
 *
 * Throws payload_too_large, unsupported_media_type, request_timeout, bad_request, and service_unavailable when the
 * household's share of the memory for bodies is used up.
 */
export async function readBody(
  req: IncomingMessage,
  sink: Writable,
  limits: BodyLimits,
): Promise<void> {
  if (Number(req.headers['content-length'] ?? 0) > limits.bytesMax) throw tooLarge(limits.bytesMax);
  if (req.destroyed) throw badRequest('The body ended too early.');
  const stream = decoded(req);
  let stopWatching = (): void => undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      stopWatching = watchProgress(req, limits, reject);
      onBroken(req, reject);
      let size = 0;
      const onData = (chunk: Uint8Array): void => {
        size += chunk.byteLength;
        limits.digest?.add(chunk);
        if (size > limits.bytesMax) reject(tooLarge(limits.bytesMax));
        else if (!limits.memory.take(chunk.byteLength)) reject(overloaded(TOO_MANY_BYTES));
        else if (!sink.write(chunk)) stream.pause();
      };
      sink.on('drain', () => stream.resume());
      sink.on('error', (error) =>
        reject(badRequest(`The body is broken: ${error.message}.`, error)),
      );
      sink.on('close', resolve);
      stream.on('data', onData);
      stream.on('end', () => sink.end());
      for (const source of new Set([req, stream])) {
        source.on('error', (error) => reject(badRequest('The body cannot be read.', error)));
        source.on('close', () => {
          if (!source.readableEnded) reject(badRequest('The body ended too early.'));
        });
      }
    });
  } catch (error) {
    stream.removeAllListeners('data');
    if (stream !== req) {
      req.unpipe();
      // Stop it: what it would still decompress has no bound.
      stream.destroy();
    }
    // Destroying the request would cut the connection that the answer needs; `closeUnread` does the rest.
    req.pause();
    sink.destroy();
    throw error;
  } finally {
    stopWatching();
  }
  limits.digest?.end();
}

/** All bytes of a body, decompressed, in one buffer. Throws what `readBody` throws. */
export async function collectBody(req: IncomingMessage, limits: BodyLimits): Promise<Uint8Array> {
  const expected = Number(req.headers['content-length'] ?? 0);
  const collected = createByteCollector(expected, limits.bytesMax);
  const sink = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      collected.add(chunk);
      done();
    },
    destroy(error, done) {
      if (error !== null || !this.writableFinished) collected.discard();
      done(error);
    },
  });
  await readBody(req, sink, limits);
  return collected.take();
}

/** Calls `giveUp` when the body takes too long or the client stops sending. Returns a function that stops watching. */
function watchProgress(
  req: IncomingMessage,
  { timeoutMs, stallMs }: BodyLimits,
  giveUp: (error: AppError) => void,
): () => void {
  const silence = setTimeout(() => {
    // If the body is complete, the delay is ours, not the client's.
    if (!req.complete) giveUp(timedOut(`No more of the body came for ${stallMs / 1000} s.`));
  }, stallMs);
  const onData = (): void => void silence.refresh();
  req.on('data', onData);
  const total = setTimeout(
    () => giveUp(timedOut(`The body did not arrive within ${timeoutMs / 1000} s.`)),
    timeoutMs,
  );
  return () => {
    req.off('data', onData);
    clearTimeout(silence);
    clearTimeout(total);
  };
}

function timedOut(publicMessage: string): AppError {
  return new AppError('request_timeout', { publicMessage });
}

const INFLATES = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The body with its Content-Encoding undone. */
function decoded(req: IncomingMessage): Readable {
  const encoding = (req.headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  if (encoding === 'identity' || encoding === '') return req;
  const inflate = INFLATES.get(encoding);
  if (inflate === undefined) {
    throw new AppError('unsupported_media_type', {
      publicMessage: 'The Content-Encoding must be gzip, deflate, br or identity.',
    });
  }
  return req.pipe(inflate());
}

function tooLarge(bytesMax: number): AppError {
  return new AppError('payload_too_large', {
    publicMessage: `The request is larger than ${bytesMax / 1024 / 1024} MiB.`,
  });
}
