import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import type { OperationSchema } from '../../http/route.ts';

export const listTagsSchema: OperationSchema = {
  operationId: 'listTags',
  summary: 'List tags',
  description: 'By name.',
  tag: 'Ledger',
  query: pageParameters,
  responses: { 200: { description: 'A page of tags.', schema: pageOf(ref('Tag')) } },
};
