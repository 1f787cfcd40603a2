import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Tx } from '../connect.ts';

/**
 * Sends text, or its UTF-8, to a `copy … from stdin`. Rejects with Postgres's error, even if it comes after the last byte: the
 * driver (postgres 3.4.9) only ends the stream when the copy succeeds, so waiting for the stream alone could take for ever.
 */
export async function copyIn(tx: Tx, statement: string, text: string | Uint8Array): Promise<void> {
  const query = tx.unsafe(statement);
  const failed = failureOf(query);
  const stream = await query.writable();
  const sent = pipeline(
    Readable.from([typeof text === 'string' ? Buffer.from(text, 'utf8') : text]),
    stream,
  );
  // Nobody awaits the loser of the race.
  sent.catch(() => undefined);
  await Promise.race([sent, failed]);
}

/** The query's promise resolves as soon as there is a stream; a later error only reaches its `reject`. */
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
