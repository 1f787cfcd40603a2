import { RUN_KINDS, syncConnectionJob } from '../../shared/queue/runs/kinds.ts';
import { walkSilentRuns } from '../../shared/queue/runs/queue-runs.ts';
import { providerHost } from '../../shared/sync/client/settings.ts';
import { listReleasedSyncs, markReleased } from '../../shared/sync/store/held-syncs.ts';
import { withTimeout } from '../../shared/platform/with-timeout.ts';
import { listHolds, lockHold } from '../../shared/sync/store/holds.ts';
import { QUEUE_NAMES } from '../../shared/queue/queues.ts';
import type { ScheduledTask } from './start-tasks.ts';

const walks = RUN_KINDS.map((kind) => walkSilentRuns(kind));

/** Requeues runs of every kind that have no job. */
export const requeueRuns: ScheduledTask = {
  name: 'requeue-runs',
  everyMs: 10_000,
  async run(context) {
    for (const walk of walks) await walk(context);
  },
};

/** Runs per statement, and in memory at once. */
const LEG = 500;
const LEGS_PER_ROUND = 10;

/** Wakes held runs that may continue. A run that a worker is just putting back is woken in the next round. */
export const wakeHeldSyncs: ScheduledTask = {
  name: 'wake-held-syncs',
  everyMs: 5000,
  async run({ sql, queues, clock, config, log }) {
    const asOf = { provider: providerHost(config), now: clock.now() };
    for (let leg = 0; leg < LEGS_PER_ROUND; leg += 1) {
      const free = await listReleasedSyncs(sql, asOf, LEG);
      const woken = await syncConnectionJob.wake(queues, free);
      if (woken.length > 0) {
        await markReleased(sql, woken, asOf.now);
        log.info(`${woken.length} held syncs continue`, { count: woken.length });
      }
      if (woken.length < LEG) return;
    }
  },
};

/** A queue that does not answer must not keep an operator from releasing it. */
const PAUSED_WITHIN_MS = 3000;

/** Pauses held queues that run: the queue was away when an operator held it, or has lost its data since. */
export const pauseHeldQueues: ScheduledTask = {
  name: 'pause-held-queues',
  everyMs: 5000,
  async run({ sql, queues, log }) {
    const holds = await listHolds(sql);
    for (const name of QUEUE_NAMES) {
      const isHeld = holds.some(({ scope, target }) => scope === 'queue' && target === name);
      const ask = (work: Promise<unknown>): Promise<unknown> =>
        withTimeout(work, PAUSED_WITHIN_MS, 'the queue does not answer');
      if (!isHeld || (await ask(queues.of(name).isPaused())) === true) continue;
      await sql.begin(async (tx) => {
        if (!(await lockHold(tx, { scope: 'queue', target: name }))) return;
        await ask(queues.of(name).pause());
        log.info(`${name} is paused, as an operator asked`);
      });
    }
  },
};
