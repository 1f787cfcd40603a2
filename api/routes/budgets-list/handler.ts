import { countBudgets, listBudgets as list } from '../../../shared/store/budgets.ts';
import type { ApiContext } from '../../context.ts';
import { answerPage } from '../../http/answer-page.ts';
import type { pageParameters } from '../../http/pagination.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentBudget } from './present.ts';

/** GET /api/v1/budgets */
export function listBudgets(
  { sql }: ApiContext,
  { caller: { householdId }, query }: ApiRequest<QueryOf<typeof pageParameters>>,
): Promise<ApiResponse> {
  const source = {
    count: () => countBudgets(sql, householdId),
    list: (window: { offset: number; limit: number }) => list(sql, householdId, window),
  };
  return answerPage(query, source, presentBudget);
}
