import { countMerchants, listMerchants as list } from '../../../shared/store/merchants.ts';
import type { ApiContext } from '../../context.ts';
import { answerPage } from '../../http/answer-page.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentMerchant } from './present.ts';

/** GET /api/v1/merchants */
export function listMerchants(
  { sql }: ApiContext,
  { caller: { householdId }, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const source = {
    count: () => countMerchants(sql, householdId),
    list: (window: { offset: number; limit: number }) => list(sql, householdId, window),
  };
  return answerPage(query, source, presentMerchant);
}
