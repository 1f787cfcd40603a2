import { pageOf, ref } from '../../contract/json-schema.ts';
import { entryQuery } from '../../http/entry-query.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listTradesSchema: OperationSchema = {
  operationId: 'listTrades',
  summary: 'List trades',
  description: 'Newest first.',
  tag: 'Ledger',
  query: entryQuery,
  responses: { 200: { description: 'A page of trades.', schema: pageOf(ref('Trade')) } },
};
