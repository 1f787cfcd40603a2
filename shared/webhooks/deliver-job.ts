import { defineJob } from '../queue/define-job.ts';
import type { Turn } from './turns.ts';

/** The job's data: ids only. */
export type DeliverPayload = Record<'owner_id' | 'endpoint_id' | 'turn_id', string>;

/** Sends what is due at one endpoint. Endpoints that failed last time come after all others. */
export const deliverJob = defineJob<DeliverPayload, Turn & { isFailing: boolean }>({
  name: 'deliver-events',
  queue: 'delivery',
  ids: ['owner_id', 'endpoint_id', 'turn_id'],
  payloadOf: ({ ownerId, endpointId, turnId }) => ({
    owner_id: ownerId,
    endpoint_id: endpointId,
    turn_id: turnId,
  }),
  jobId: ({ turnId }) => turnId,
  priorityOf: ({ isFailing }) => (isFailing ? 1 : 0),
  // An untaken turn expires, and the endpoint gets another one.
  attempts: 1,
});
