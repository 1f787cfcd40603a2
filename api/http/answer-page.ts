import type { Page, PageRequest } from '../../shared/postgres/page.ts';
import { pageRequest, presentPageMeta } from './pagination.ts';
import type { PagedRequest } from './pagination.ts';
import type { ApiResponse } from './route.ts';

/**
 * Answers the page of a list that a request asks for, in the envelope of all lists. `present` returns a row as an
 * object, or as JSON text that is sent unchanged; `besides` holds further fields of the answer.
 */
export async function answerPage<Row>(
  request: PagedRequest,
  list: (page: PageRequest) => Promise<Page<Row>>,
  present: (row: Row) => object | string,
  besides: object = {},
): Promise<ApiResponse> {
  const asked = pageRequest(request);
  const found = await list(asked);
  const data = found.rows.map((row) => {
    const presented = present(row);
    return typeof presented === 'string' ? presented : JSON.stringify(presented);
  });
  const meta = presentPageMeta(request, asked, found);
  const rest = JSON.stringify({ ...besides, meta }).slice(1);
  return { status: 200, json: `{"data":[${data.join(',')}],${rest}` };
}
