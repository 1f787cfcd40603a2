import { listTrades } from '../../shared/ledger/trades.ts';
import { entryQuery, readEntryFilter } from '../http/entry-query.ts';
import { resource } from '../http/resource.ts';
import { presentTrade } from '../records/trade.ts';

export const tradeRoutes = resource('Ledger');

tradeRoutes.list('GET /api/v1/trades', {
  operationId: 'listTrades',
  summary: 'List trades',
  description: 'Newest first.',
  query: entryQuery,
  answers: 'A page of trades.',
  record: presentTrade,
  rows: (sql, { householdId, query }, page) =>
    listTrades(sql, householdId, page, readEntryFilter(query)),
});
