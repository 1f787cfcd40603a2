import {
  countValuations,
  listValuations as list,
} from '../../../shared/store/ledger/valuations.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { entryQuery, readEntryFilter } from '../../http/entry-query.ts';
import { defineRoute } from '../../http/route.ts';
import { presentValuation } from '../../present/valuations.ts';

/** GET /api/v1/valuations */
export const listValuations = defineRoute({
  method: 'get',
  path: '/api/v1/valuations',
  scope: 'read',
  schema: {
    operationId: 'listValuations',
    summary: 'List valuations',
    description: 'Newest first.',
    tag: 'Ledger',
    query: entryQuery,
    responses: { 200: { description: 'A page of valuations.', schema: pageOf(ref('Valuation')) } },
  },
  handler({ sql }, { caller: { householdId }, query }) {
    const filter = readEntryFilter(query);
    const source = {
      count: () => countValuations(sql, householdId, filter),
      list: (window: { offset: number; limit: number }) => list(sql, householdId, filter, window),
    };
    return answerPage(query, source, presentValuation);
  },
});
