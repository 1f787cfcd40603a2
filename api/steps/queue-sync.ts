import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { queueRun } from '../../shared/queue/runs/queue-runs.ts';
import type { Sync } from '../../shared/sync/store/syncs.ts';
import type { ApiContext } from '../context.ts';

/** Hands a committed run to the queue. */
export async function queueSync(context: ApiContext, sync: Sync): Promise<void> {
  await queueRun(context, syncConnectionJob, sync);
}
