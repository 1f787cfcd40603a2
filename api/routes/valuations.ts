import * as valuations from '../../shared/ledger/valuations.ts';
import type { PageRequest } from '../../shared/postgres/page.ts';
import { pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { entryQuery, readEntryFilter } from '../http/entry-query.ts';
import { defineRoute } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentValuation } from '../records/valuation.ts';

/** GET /api/v1/valuations */
const listValuations = defineRoute({
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
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = readEntryFilter(query);
    const list = (page: PageRequest) =>
      valuations.listValuations(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentValuation);
  },
});

export const valuationRoutes: readonly Route[] = [listValuations];
