import { syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { providerHost } from '../../shared/sync/client/settings.ts';
import { startDueConnections } from '../../shared/sync/store/due-syncs.ts';
import type { ScheduledTask } from './start-tasks.ts';

/** Connections per statement, in memory and queued at once. @internal */
const BATCH = 500;
/** Batches per round: the rest stays due, for the next round or another scheduler. @internal */
const BATCHES_PER_ROUND = 40;

/** Starts a run for every connection that is due. Several schedulers share the work. */
export const startDueSyncs: ScheduledTask = {
  name: 'start-due-syncs',
  everyMs: 15_000,
  async run({ sql, queues, log, clock, config }) {
    for (let batch = 0; batch < BATCHES_PER_ROUND; batch += 1) {
      const asOf = { provider: providerHost(config), now: clock.now() };
      const { claimed, started } = await startDueConnections(sql, asOf, BATCH);
      // Already committed: if the queue is away, requeue-runs adds the jobs later.
      if (started.length > 0) await syncConnectionJob.enqueue(queues, ...started);
      if (claimed > 0) log.info(`started ${started.length} due syncs`, { count: started.length });
      if (claimed < BATCH) return;
    }
  },
};
