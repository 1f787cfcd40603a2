import { syncConnectionJob } from '../../shared/jobs/sync-connection.ts';
import {
  listForgottenSyncs,
  markEnqueued,
  markStaleSyncs,
} from '../../shared/store/syncs/sync-progress.ts';
import type { WorkerContext } from '../context.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Long enough for the queue's own takeover of a killed worker's job. */
const SILENT_MS = 60_000;
/** A run that has not ended by then never will. */
const STALE_MS = 24 * 3600 * 1000;

/**
 * Postgres is the truth, the queue a hint: a run that should be worked on and has no job gets one. That
 * happens when the queue was away as the run was made, or when it lost its jobs.
 */
export const recoverSyncs: ScheduledTask = {
  name: 'recover-syncs',
  everyMs: 15_000,
  run: recover,
};

async function recover(context: WorkerContext): Promise<void> {
  const { sql, queues, log, clock } = context;
  const now = clock.now();
  const stale = await markStaleSyncs(sql, new Date(now.getTime() - STALE_MS), now);
  if (stale > 0) log.error(`${stale} syncs had not ended after 24 hours`, { count: stale });
  const before = new Date(now.getTime() - SILENT_MS);
  for (const sync of await listForgottenSyncs(sql, before, 100)) {
    const payload = { household_id: sync.householdId, sync_id: sync.id };
    if (!(await syncConnectionJob.requeueIfLost(queues, payload))) continue;
    await markEnqueued(sql, sync.householdId, sync.id, clock.now());
    log.warn('a sync without a job was queued again', { run_id: sync.id });
  }
}
