import { listValuations } from '../../shared/ledger/valuations.ts';
import { entryQuery, readEntryFilter } from '../http/entry-query.ts';
import { resource } from '../http/resource.ts';
import { presentValuation } from '../records/valuation.ts';

export const valuationRoutes = resource('Ledger');

valuationRoutes.list('GET /api/v1/valuations', {
  operationId: 'listValuations',
  summary: 'List valuations',
  description: 'Newest first.',
  query: entryQuery,
  answers: 'A page of valuations.',
  record: presentValuation,
  rows: (sql, { householdId, query }, page) =>
    listValuations(sql, householdId, page, readEntryFilter(query)),
});
