import { countTrades, listTrades as list } from '../../../shared/store/ledger/trades.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { entryQuery, readEntryFilter } from '../../http/entry-query.ts';
import { defineRoute } from '../../http/route.ts';
import { presentTrade } from '../../present/trades.ts';

/** GET /api/v1/trades */
export const listTrades = defineRoute({
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
  handler({ sql }, { caller: { householdId }, query }) {
    const filter = readEntryFilter(query);
    const source = {
      count: () => countTrades(sql, householdId, filter),
      list: (window: { offset: number; limit: number }) => list(sql, householdId, filter, window),
    };
    return answerPage(query, source, presentTrade);
  },
});
