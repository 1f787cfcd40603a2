import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const showSyncSchema: OperationSchema = {
  operationId: 'showSync',
  summary: 'Show a sync',
  description: 'Its progress moves while it runs; /syncs/{id}/events sends it.',
  tag: 'Bank sync',
  responses: { 200: { description: 'The run.', schema: dataOf(ref('Sync')) } },
};
