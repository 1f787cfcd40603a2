import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listCategoriesSchema: OperationSchema = {
  operationId: 'listCategories',
  summary: 'List categories',
  description: 'By name. A category has at most one level of children.',
  tag: 'Ledger',
  query: pageParameters,
  responses: { 200: { description: 'A page of categories.', schema: pageOf(ref('Category')) } },
};
