import { enqueueSync } from '../../shared/queue/sync-connection.ts';
import { markEnqueued } from '../../shared/sync/store/sync-progress.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import type { ApiContext } from '../context.ts';

/** Hands a committed run to the queue. When the queue is away the scheduler does it later. */
export async function queueSync(
  { queues, sql, clock, log }: ApiContext,
  sync: Sync,
): Promise<void> {
  try {
    await enqueueSync(queues, sync);
    await markEnqueued(sql, [sync], clock.now());
  } catch (error) {
    log.warn('the sync could not be queued yet', { run_id: sync.id, error });
  }
}
