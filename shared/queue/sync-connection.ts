import { defineOrderedJob, idsSchema } from './define-job.ts';
import { priorityOf } from './turn.ts';
import type { Queued } from './turn.ts';

export interface SyncConnectionPayload {
  household_id: string;
  sync_id: string;
}

/** A committed run that is to be handed to the queue. */
export interface QueuedSync extends Queued {
  id: string;
  householdId: string;
}

/** Runs one sync. The run row exists before; its id is the job's. */
export const syncConnectionJob = defineOrderedJob<SyncConnectionPayload, QueuedSync>({
  name: 'sync-connection',
  queue: 'sync',
  payloadSchema: idsSchema('household_id', 'sync_id'),
  jobId: (payload) => payload.sync_id,
  payloadOf: ({ id, householdId }) => ({ household_id: householdId, sync_id: id }),
  priorityOf,
});

/** Hands committed runs to the queue, in which each has its turn. Adding one twice is harmless. */
export const { enqueue: enqueueSync } = syncConnectionJob;
