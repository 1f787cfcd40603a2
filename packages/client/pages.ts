import type { Call, Send } from './send.ts';
import type { Schemas } from './types.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly meta: Schemas['PageMeta'];
}

/** Reads the pages of a list by cursor: rows added or deleted meanwhile cause no other row to repeat or be missed. */
export async function* readPages(send: Send, path: string, call: Call = {}): AsyncGenerator<Page> {
  let query: Call['query'] = { per_page: 100, ...call.query };
  for (;;) {
    const page = (await send('get', path, { ...call, query })).body as Page;
    yield page;
    const after = page.meta.next_cursor;
    if (after === null) return;
    query = { ...query, after };
  }
}

/** Reads the rows of all pages of a list. */
export async function* readRows(send: Send, path: string, call?: Call): AsyncGenerator {
  for await (const { data } of readPages(send, path, call)) yield* data;
}
