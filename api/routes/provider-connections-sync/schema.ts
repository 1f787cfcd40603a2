import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const startSyncSchema: OperationSchema = {
  operationId: 'startSync',
  summary: 'Sync a connection now',
  description:
    'Joins the run that is under way, if there is one. Else once per SYNC_COOLDOWN_SECONDS; 429 `sync_cooldown` in between, with Retry-After.',
  tag: 'Bank sync',
  responses: { 202: { description: 'The run.', schema: dataOf(ref('Sync')) } },
  errors: ['sync_cooldown'],
};
