import { countTags, listTags as list } from '../../../shared/store/tags.ts';
import type { ApiContext } from '../../context.ts';
import { answerPage } from '../../http/answer-page.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTag } from './present.ts';

/** GET /api/v1/tags */
export function listTags(
  { sql }: ApiContext,
  { caller: { householdId }, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const source = {
    count: () => countTags(sql, householdId),
    list: (window: { offset: number; limit: number }) => list(sql, householdId, window),
  };
  return answerPage(query, source, presentTag);
}
