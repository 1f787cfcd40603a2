import { listTrades } from '../../shared/ledger/trades.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { entryQuery, readEntryFilter } from '../http/entry-query.ts';
import { resource } from '../http/resource.ts';
import { presentTrade } from '../records/trade.ts';

export const tradeRoutes = resource('Ledger');

tradeRoutes.read('GET /api/v1/trades', {
  operationId: 'listTrades',
  summary: 'List trades',
  description: 'Newest first.',
  query: entryQuery,
  responses: { 200: { description: 'A page of trades.', schema: pageOf(ref('Trade')) } },
  handler({ sql }, request) {
    const { householdId, query } = request;
    const filter = readEntryFilter(query);
    const list = (page: PageRequest) => listTrades(sql, householdId, filter, page);
    return answerPage(request, list, presentTrade);
  },
});
