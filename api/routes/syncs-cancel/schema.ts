import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const cancelSyncSchema: OperationSchema = {
  operationId: 'cancelSync',
  summary: 'Cancel a sync',
  description:
    'A run that nobody works on ends at once; else its worker stops before the next page. Accounts that are done stay done, the one being read is left as it was. An ended run stays as it is.',
  tag: 'Bank sync',
  responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
};
