import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../connect.ts';

/**
 * Sends text, or its UTF-8, to a `copy … from stdin`. Rejects with the error of Postgres, also when it comes after the last
 * byte: the driver (postgres 3.4.9) ends the stream only when the copy succeeds, so that waiting for the stream
 * alone would have no end.
 */
export async function copyIn(tx: Tx, statement: string, text: string | Uint8Array): Promise<void> {
  const query = tx.unsafe(statement);
  const failed = failureOf(query);
  const stream = await query.writable();
  const sent = pipeline(
    Readable.from([typeof text === 'string' ? Buffer.from(text, 'utf8') : text]),
    stream,
  );
  // Whichever loses the race is not waited for.
  sent.catch(() => undefined);
  await Promise.race([sent, failed]);
}

/** The query's promise is settled once there is a stream; a later error reaches only its `reject`. */
function failureOf(query: object): Promise<never> {
  const inner = query as { reject: (error: Error) => void };
  const settle = inner.reject;
  const failed = new Promise<never>((_resolve, reject) => {
    inner.reject = (error) => {
      settle(error);
      reject(error);
    };
  });
  failed.catch(() => undefined);
  return failed;
}
