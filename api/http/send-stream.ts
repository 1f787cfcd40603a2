import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { Log } from '../../shared/log.ts';
import { requestIdOf } from './request-id.ts';

/** A client that takes nothing for so long has gone, or must not hold what the stream holds. */
const STALLED_MS = 60_000;

/**
 * Sends an answer piece by piece, as fast as the client takes it. The status is out by then: what fails on the way
 * ends the connection, so that nobody takes half for all.
 */
export async function sendStream(
  log: Log,
  stream: AsyncIterable<string>,
  res: Response,
  stalledMs = STALLED_MS,
): Promise<void> {
  res.setTimeout(stalledMs, () => {
    res.destroy(new Error('the client takes nothing any more'));
  });
  try {
    await pipeline(Readable.from(stream), res);
  } catch (error) {
    if (!res.headersSent) throw error;
    log.warn('an answer was cut off', { request_id: requestIdOf(res), error });
    res.destroy();
  }
}
