import { defineJob, idsSchema } from './define-job.ts';
import type { Queues } from './queues.ts';

export interface SyncConnectionPayload {
  household_id: string;
  sync_id: string;
}

/** Runs one sync. The run row exists before; its id is the job's. */
export const syncConnectionJob = defineJob<SyncConnectionPayload>({
  name: 'sync-connection',
  queue: 'sync',
  payloadSchema: idsSchema('household_id', 'sync_id'),
  jobId: (payload) => payload.sync_id,
});

/** Hands committed runs to the queue. Adding one twice is harmless. */
export async function enqueueSyncs(
  queues: Queues,
  syncs: readonly { id: string; householdId: string }[],
): Promise<void> {
  const payloads = syncs.map(({ id, householdId }) => ({ household_id: householdId, sync_id: id }));
  await syncConnectionJob.enqueue(queues, ...payloads);
}

/** Hands one committed run to the queue. */
export async function enqueueSync(
  queues: Queues,
  sync: { id: string; householdId: string },
): Promise<void> {
  await enqueueSyncs(queues, [sync]);
}
