import type { Call, Send } from './send.ts';
import type { Schemas } from './types.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly meta: Schemas['PageMeta'];
}

/** The pages of a list, by its cursor: rows that come or go meanwhile neither repeat nor hide others. */
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

/** The rows of these pages. */
export async function* readRows(send: Send, path: string, call?: Call): AsyncGenerator {
  for await (const { data } of readPages(send, path, call)) yield* data;
}
