/** Process `worker-sync`: syncs provider connections. Run as many as there is work. */
import { isAway } from '../shared/platform/away.ts';
import { syncConnectionJob } from '../shared/queue/runs/kinds.ts';
import type { Payload } from '../shared/queue/runs/run-kind.ts';
import { openProvider } from '../shared/sync/client/open-provider.ts';
import { findSync } from '../shared/sync/store/syncs.ts';
import type { Sync } from '../shared/sync/store/syncs.ts';
import type { WorkerContext } from './frame/context.ts';
import { runProcess } from './frame/run-process.ts';
import { bindJob, runWorker } from './frame/run-worker.ts';
import { createLines } from './sync/lines.ts';
import { placesInAll } from './sync/places.ts';
import type { PlaceSeeker } from './sync/places.ts';
import { syncConnection } from './sync/sync-connection.ts';

/**
 * The longest wait for the provider's limit without giving up the place. It costs nothing while no other job wants the place.
 * When others wait for it, in line or for a full process, the run goes back to the queue instead.
 */
const PATIENCE_MS = 15_000;
const PATIENCE_WHEN_CROWDED_MS = 500;
/** How often the process checks who is waiting for its places. */
const LOOK_EVERY_MS = 500;

/** A run keeps its place through a restart of Postgres, where the limits are, too. */
const STORE_PATIENCE_MS = 60_000;

/** A sync consists of short steps between waits: a worker that is silent for seconds is dead, and its runs must not lie idle. */
const TAKEOVER = { lockDurationMs: 5000, stalledIntervalMs: 1500 };

/** The household and bank of the run; null when it has ended. While Postgres is away, only its household is known. */
async function findSeeker(
  context: WorkerContext,
  { household_id: householdId, sync_id: syncId }: Payload<'sync_id'>,
): Promise<PlaceSeeker | Sync | null> {
  try {
    const sync = await findSync(context.sql, householdId, syncId);
    return sync?.finishedAt === null ? sync : null;
  } catch (error) {
    if (!isAway(error)) throw error;
    // The run takes a place, waits for Postgres there and asks again.
    return { householdId, bank: null };
  }
}

await runProcess('worker-sync', (context) => {
  const { config, queues } = context;
  let crowded = false;
  const provider = openProvider({
    ...context,
    patienceMs: () => (crowded ? PATIENCE_WHEN_CROWDED_MS : PATIENCE_MS),
    lookEveryMs: PATIENCE_WHEN_CROWDED_MS,
    storePatienceMs: STORE_PATIENCE_MS,
    isAwaited: () => crowded,
  });
  const lines = createLines(context, config.syncConcurrency);
  const job = bindJob(syncConnectionJob, async (inWorker, payload, run) => {
    const seeker = await findSeeker(inWorker, payload);
    if (seeker === null) return null;
    return lines.hold(seeker, () => syncConnection({ ...inWorker, provider }, payload, run));
  });
  const worker = runWorker(context, 'sync', [job], placesInAll(config.syncConcurrency), TAKEOVER);
  const look = async (): Promise<void> => {
    await lines.call();
    crowded = (worker.isFull() && (await queues.hasWaiting('sync'))) || (await lines.isAwaited());
  };
  let isLooking = false;
  const looking = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // While the queue or the database is away, the last answer stays valid.
    look()
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  }, LOOK_EVERY_MS);
  return {
    health: () => worker.health(),
    async stop() {
      clearInterval(looking);
      lines.stop();
      await worker.stop();
    },
  };
});
