import { enqueueSync } from '../../shared/jobs/sync-connection.ts';
import { claimDueConnections } from '../../shared/store/syncs/connection-syncs.ts';
import { insertOrJoinSync } from '../../shared/store/syncs/syncs.ts';
import { markEnqueued } from '../../shared/store/syncs/sync-progress.ts';
import type { WorkerContext } from '../context.ts';
import type { ScheduledTask } from './start-tasks.ts';

const BATCH = 100;
/** Should the run never end, the connection is due again after this. */
const PUT_OFF_MS = 24 * 3600 * 1000;

/** Starts a run for every connection whose time has come. Several schedulers share the work. */
export const startDueSyncs: ScheduledTask = {
  name: 'start-due-syncs',
  everyMs: 15_000,
  run: startDue,
};

async function startDue(context: WorkerContext): Promise<void> {
  const { sql, queues, log, clock } = context;
  for (;;) {
    const now = clock.now();
    const syncs = await sql.begin(async (tx) => {
      const later = new Date(now.getTime() + PUT_OFF_MS);
      const due = await claimDueConnections(tx, now, later, BATCH);
      const started = [];
      for (const { id, householdId } of due) {
        started.push(await insertOrJoinSync(tx, householdId, id, 'scheduled', now));
      }
      return started;
    });
    for (const { sync, joined } of syncs) {
      if (joined) continue;
      // Committed already: when the queue is away, requeue-syncs adds the job later.
      await enqueueSync(queues, sync);
      await markEnqueued(sql, sync.householdId, sync.id, clock.now());
    }
    if (syncs.length > 0) log.info(`started ${syncs.length} due syncs`, { count: syncs.length });
    if (syncs.length < BATCH) return;
  }
}
