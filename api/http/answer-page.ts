import { pageRequest, pageWindow, presentPageMeta } from './pagination.ts';
import type { PageWindow } from './pagination.ts';
import type { ApiResponse } from './route.ts';

/** A list in Postgres: how long it is, and one window of it. */
export interface PageSource<Row> {
  count(): Promise<number>;
  list(window: PageWindow): Promise<readonly Row[]>;
}

/** The page of a list that a query asks for, in the envelope of all lists. */
export async function answerPage<Row>(
  query: { page?: number; per_page?: number },
  source: PageSource<Row>,
  present: (row: Row) => object,
): Promise<ApiResponse> {
  const window = pageWindow(pageRequest(query), await source.count());
  const rows = await source.list(window);
  return {
    status: 200,
    body: { data: rows.map((row) => present(row)), meta: presentPageMeta(window) },
  };
}
