import { countCategories, listCategories as list } from '../../../shared/store/categories.ts';
import type { ApiContext } from '../../context.ts';
import { answerPage } from '../../http/answer-page.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentCategory } from './present.ts';

/** GET /api/v1/categories */
export function listCategories(
  { sql }: ApiContext,
  { caller: { householdId }, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const source = {
    count: () => countCategories(sql, householdId),
    list: (window: { offset: number; limit: number }) => list(sql, householdId, window),
  };
  return answerPage(query, source, presentCategory);
}
