import { isCallError } from './error.ts';
import { sleep } from './sleep.ts';
import type { Send } from './send.ts';
import type { AnswerOf, CallOptions, OptionsOf, Schemas } from './types.ts';

type Kind = Schemas['FeedItem']['type'];

type PascalCase<Name extends string> = Name extends `${infer Word}_${infer Rest}`
  ? `${Capitalize<Word>}${PascalCase<Rest>}`
  : Capitalize<Name>;

type RecordOf<Name extends Kind> = Name extends 'balance'
  ? Schemas['StatedBalance']
  : Schemas[PascalCase<Name> & keyof Schemas];

/** The current state of a record that was written or deleted; `type` says what `record` is. */
export type FeedItem = {
  [Name in Kind]: Omit<Schemas['FeedItem'], 'type' | 'record'> & {
    readonly type: Name;
    readonly record: RecordOf<Name> | null;
  };
}[Kind];

/** A page of the feed. */
export interface FeedPage {
  readonly data: readonly FeedItem[];
  /** Store it in the transaction that stores `data`. */
  readonly next_cursor: string;
  readonly has_more: boolean;
  /** This page starts the feed from the beginning: you had no cursor, or it expired. Discard what you have, then store `data`. */
  readonly restart: boolean;
}

export type ChangesOptions = Omit<NonNullable<OptionsOf<'get', '/changes'>['query']>, 'cursor'> &
  Pick<CallOptions, 'signal'> & {
    /** The `next_cursor` of the last page that you stored; without one, the feed starts from the beginning. */
    readonly cursor?: string | null | undefined;
  };

const ROOM_MS = 30_000;
/** A long poll that returns sooner with nothing new was cut short, say by a proxy: the next one waits for the rest of this time. */
const TOO_SOON_MS = 1_000;

/** See `Client.changes`. */
export async function* readFeed(send: Send, options: ChangesOptions): AsyncGenerator<FeedPage> {
  const { signal, cursor: kept, wait = 60, limit = 500, types } = options;
  const timeoutMs = wait * 1000 + ROOM_MS;
  let cursor = kept ?? undefined;
  let restart = cursor === undefined;
  for (;;) {
    const askedAt = Date.now();
    try {
      const call = { query: { cursor, wait, limit, types }, signal, timeoutMs };
      const page = (await send('get', '/changes', call)).body as AnswerOf<'get', '/changes'>;
      const isNews = page.data.length > 0 || page.next_cursor !== cursor;
      cursor = page.next_cursor;
      if (isNews) yield { ...(page as Omit<FeedPage, 'restart'>), restart };
      restart = false;
      if (page.has_more) continue;
      if (wait === 0) return;
      if (!isNews) await sleep(TOO_SOON_MS - (Date.now() - askedAt), signal);
    } catch (error) {
      if (!isCallError(error) || error.code !== 'cursor_expired' || restart) throw error;
      cursor = undefined;
      restart = true;
    }
  }
}
