import { listValuations } from '../../shared/ledger/valuations.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { entryQuery, readEntryFilter } from '../http/entry-query.ts';
import { resource } from '../http/resource.ts';
import { presentValuation } from '../records/valuation.ts';

export const valuationRoutes = resource('Ledger');

valuationRoutes.read('GET /api/v1/valuations', {
  operationId: 'listValuations',
  summary: 'List valuations',
  description: 'Newest first.',
  query: entryQuery,
  responses: { 200: { description: 'A page of valuations.', schema: pageOf(ref('Valuation')) } },
  handler({ sql }, request) {
    const { householdId, query } = request;
    const filter = readEntryFilter(query);
    const list = (page: PageRequest) => listValuations(sql, householdId, filter, page);
    return answerPage(request, list, presentValuation);
  },
});
