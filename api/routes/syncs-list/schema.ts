import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { oneOf, uuidParameter } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

const STATUSES = [
  'queued',
  'running',
  'completed',
  'completed_with_errors',
  'rate_limited',
  'failed',
  'cancelled',
  'stale',
] as const;

export const listSyncsParameters = {
  provider_connection_id: uuidParameter('Only the runs of this connection.'),
  status: oneOf(STATUSES, 'Only runs in this state.'),
  ...pageParameters,
};

export const listSyncsSchema: OperationSchema = {
  operationId: 'listSyncs',
  summary: 'List syncs',
  description: 'Runs of the bank sync, newest first, with their progress and result per account.',
  tag: 'Bank sync',
  query: listSyncsParameters,
  responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('Sync')) } },
};
