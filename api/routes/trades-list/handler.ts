import { countTrades, listTrades as list } from '../../../shared/store/trades.ts';
import type { ApiContext } from '../../context.ts';
import { answerPage } from '../../http/answer-page.ts';
import { readEntryFilter } from '../../http/entry-query.ts';
import type { entryQuery } from '../../http/entry-query.ts';
import type { QueryOf } from '../../http/query-parameters.ts';
import type { ApiRequest, ApiResponse } from '../../http/route.ts';
import { presentTrade } from './present.ts';

/** GET /api/v1/trades */
export function listTrades(
  { sql }: ApiContext,
  { caller: { householdId }, query }: ApiRequest<QueryOf<typeof entryQuery>>,
): Promise<ApiResponse> {
  const filter = readEntryFilter(query);
  const source = {
    count: () => countTrades(sql, householdId, filter),
    list: (window: { offset: number; limit: number }) => list(sql, householdId, filter, window),
  };
  return answerPage(query, source, presentTrade);
}
