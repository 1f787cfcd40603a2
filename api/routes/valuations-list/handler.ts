import { countValuations, listValuations as list } from '../../../shared/store/valuations.ts';
import type { ApiContext } from '../../context.ts';
import { answerPage } from '../../http/answer-page.ts';
import { readEntryFilter } from '../../http/entry-query.ts';
import type { entryQuery } from '../../http/entry-query.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentValuation } from './present.ts';

/** GET /api/v1/valuations */
export function listValuations(
  { sql }: ApiContext,
  { caller: { householdId }, query }: ApiRequest<QueryOf<typeof entryQuery>>,
): Promise<ApiResponse> {
  const filter = readEntryFilter(query);
  const source = {
    count: () => countValuations(sql, householdId, filter),
    list: (window: { offset: number; limit: number }) => list(sql, householdId, filter, window),
  };
  return answerPage(query, source, presentValuation);
}
