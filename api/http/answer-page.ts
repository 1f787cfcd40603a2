import type { Page, PageRequest } from '../../shared/store/page.ts';
import { pageRequest, presentPageMeta } from './pagination.ts';
import type { ApiResponse } from './route.ts';

/**
 * The page of a list that a query asks for, in the envelope of all lists. `present` gives a row as an object, or as
 * JSON text that goes out as it is; `beside` holds what stands in the answer beside the page.
 */
export async function answerPage<Row>(
  query: { page?: number; per_page?: number },
  list: (page: PageRequest) => Promise<Page<Row>>,
  present: (row: Row) => object | string,
  beside: object = {},
): Promise<ApiResponse> {
  const request = pageRequest(query);
  const { rows, totalCount } = await list(request);
  const data = rows.map((row) => {
    const presented = present(row);
    return typeof presented === 'string' ? presented : JSON.stringify(presented);
  });
  const rest = JSON.stringify({ ...beside, meta: presentPageMeta(request, totalCount) }).slice(1);
  return { status: 200, json: `{"data":[${data.join(',')}],${rest}` };
}
