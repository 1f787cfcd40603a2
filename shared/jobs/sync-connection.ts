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

/** Hands a committed run to the queue. Adding it twice is harmless. */
export async function enqueueSync(
  queues: Queues,
  sync: { id: string; householdId: string },
): Promise<void> {
  const payload = { household_id: sync.householdId, sync_id: sync.id };
  await syncConnectionJob.enqueue(queues, payload);
}
