import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Log } from '../../shared/platform/log.ts';
import { requestIdOf } from './request-id.ts';

/** How slowly a client may read a streamed answer before we end it and free what it holds. */
export interface StreamPace {
  /** How often the client is checked. Milliseconds. */
  checkMs: number;
  /** The fewest bytes that the client must take between two checks while more are waiting. */
  bytesMin: number;
  /** For the whole answer. Milliseconds. */
  totalMs: number;
}

/** 8 KiB a second, and half an hour: enough for millions of transactions at the pace of a phone. */
const PACE: StreamPace = { checkMs: 60_000, bytesMin: 60 * 8192, totalMs: 30 * 60_000 };

/**
 * Streams an answer at the pace of the client. The status is sent with the first piece, so a later failure closes the
 * connection: a client must not mistake half an answer for all of it. Throws the error of the first piece.
 */
export async function sendStream(
  log: Log,
  stream: AsyncIterable<string>,
  res: Response,
  pace: StreamPace = PACE,
): Promise<void> {
  let taken = 0;
  const pieces = stream[Symbol.asyncIterator]();
  // A failure before the first piece can still be answered as an error.
  const first = await pieces.next();
  // The rest would be made only to be thrown away.
  if (res.req.method === 'HEAD') {
    await pieces.return?.();
    res.end();
    return;
  }
  const counted = async function* () {
    for (let next = first; next.done !== true; next = await pieces.next()) {
      taken += Buffer.byteLength(next.value);
      yield next.value;
    }
  };
  const stopWatching = watchPace(res, () => taken, pace);
  try {
    await pipeline(Readable.from(counted()), res);
  } catch (error) {
    log.warn('an answer was cut off', { request_id: requestIdOf(res), error });
    res.destroy();
  } finally {
    stopWatching();
    await pieces.return?.();
  }
}

/** Closes the connection of a client that reads too slowly. Returns a function that stops watching. */
function watchPace(res: Response, taken: () => number, { checkMs, bytesMin, totalMs }: StreamPace) {
  let seen = 0;
  const check = setInterval(() => {
    const came = taken() - seen;
    seen += came;
    // A client is slow only if there is something to read; otherwise it waits for us.
    if (res.writableNeedDrain && came < bytesMin)
      res.destroy(new Error('the client reads too slowly'));
  }, checkMs);
  const total = setTimeout(
    () => res.destroy(new Error('the client takes too long to read')),
    totalMs,
  );
  return () => {
    clearInterval(check);
    clearTimeout(total);
  };
}
