import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listMerchantsSchema: OperationSchema = {
  operationId: 'listMerchants',
  summary: 'List merchants',
  description: 'By name.',
  tag: 'Ledger',
  query: pageParameters,
  responses: { 200: { description: 'A page of merchants.', schema: pageOf(ref('Merchant')) } },
};
