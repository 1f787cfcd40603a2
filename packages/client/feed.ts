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

/** A record that was written or deleted, as it is now; its `type` says what `record` is. */
export type FeedItem = {
  [Name in Kind]: Omit<Schemas['FeedItem'], 'type' | 'record'> & {
    readonly type: Name;
    readonly record: RecordOf<Name> | null;
  };
}[Kind];

/** A page of the feed. */
export interface FeedPage {
  readonly data: readonly FeedItem[];
  /** Keep it together with what you keep of `data`. */
  readonly next_cursor: string;
  readonly has_more: boolean;
  /** The first page of all: there was no cursor, or it is no longer kept. Forget what you have, then keep `data`. */
  readonly restart: boolean;
}

export type ChangesOptions = Omit<NonNullable<OptionsOf<'get', '/changes'>['query']>, 'cursor'> &
  Pick<CallOptions, 'signal'> & {
    /** The `next_cursor` of the last page that you kept; without one, from the beginning. */
    readonly cursor?: string | null | undefined;
  };

const ROOM_MS = 30_000;
/** A request that was to wait and did not: something between answers for the service. */
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
