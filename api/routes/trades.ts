import * as trades from '../../shared/ledger/trades.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { entryQuery, readEntryFilter } from '../http/entry-query.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentTrade } from '../records/trade.ts';

/** GET /api/v1/trades */
const listTrades = defineRoute({
  method: 'get',
  path: '/api/v1/trades',
  scope: 'read',
  schema: {
    operationId: 'listTrades',
    summary: 'List trades',
    description: 'Newest first.',
    tag: 'Ledger',
    query: entryQuery,
    responses: { 200: { description: 'A page of trades.', schema: pageOf(ref('Trade')) } },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = readEntryFilter(query);
    const list = (page: PageRequest) => trades.listTrades(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentTrade);
  },
});

export const tradeRoutes: readonly Route[] = [listTrades];
