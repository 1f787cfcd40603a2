import { pageOf, ref } from '../../contract/json-schema.ts';
import { entryQuery } from '../../http/entry-query.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listValuationsSchema: OperationSchema = {
  operationId: 'listValuations',
  summary: 'List valuations',
  description: 'Newest first.',
  tag: 'Ledger',
  query: entryQuery,
  responses: { 200: { description: 'A page of valuations.', schema: pageOf(ref('Valuation')) } },
};
