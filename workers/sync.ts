/** Process `worker-sync`: syncs provider connections. Run as many as there is work. */
import { isAway } from '../shared/away.ts';
import { syncConnectionJob } from '../shared/jobs/sync-connection.ts';
import type { SyncConnectionPayload } from '../shared/jobs/sync-connection.ts';
import { openProvider } from '../shared/provider/open-provider.ts';
import { findSync } from '../shared/store/syncs/syncs.ts';
import type { Sync } from '../shared/store/syncs/syncs.ts';
import type { WorkerContext } from './context.ts';
import { runProcess } from './run-process.ts';
import { bindJob, runWorker } from './run-worker.ts';
import { placesInAll } from './sync/admission.ts';
import type { PlaceSeeker } from './sync/admission.ts';
import { LOOK_EVERY_MS, PATIENCE_WHEN_CROWDED_MS, patienceMs } from './sync/patience.ts';
import { createPlaces } from './sync/places.ts';
import { requireFree } from './sync/require-free.ts';
import { syncConnection } from './sync/sync-connection.ts';

/** A run outlives a restart of Redis in its place, as it does one of Postgres. */
const STORE_PATIENCE_MS = 60_000;

/**
 * A sync is short steps between waits: a worker that is silent for seconds is dead, and its runs must
 * not lie idle while the provider could be asked.
 */
const TAKEOVER = { lockDurationMs: 5000, stalledIntervalMs: 1500 };

/** Whose place the run takes. While Postgres is away, only its household is known. */
async function findSeeker(
  { sql, clock }: WorkerContext,
  { household_id: householdId, sync_id: syncId }: SyncConnectionPayload,
): Promise<PlaceSeeker | Sync> {
  const unknown = { householdId, bank: null, createdAt: clock.now(), ahead: 0 };
  try {
    return (await findSync(sql, householdId, syncId)) ?? unknown;
  } catch (error) {
    if (!isAway(error)) throw error;
    return unknown;
  }
}

/** The run waits in its place for Postgres, and asks again. */
function leaveToTheRun(error: unknown): void {
  if (!isAway(error)) throw error;
}

await runProcess('worker-sync', (context) => {
  let crowded = false;
  const provider = openProvider({
    ...context,
    patienceMs: () => patienceMs(crowded),
    lookEveryMs: PATIENCE_WHEN_CROWDED_MS,
    storePatienceMs: STORE_PATIENCE_MS,
  });
  const perGroup = context.config.syncConcurrency;
  const places = createPlaces({ perGroup, now: Date.now });
  const job = bindJob(syncConnectionJob, async (inWorker, payload, run) => {
    const seeker = await findSeeker(inWorker, payload);
    if ('id' in seeker) await requireFree(inWorker, seeker).catch(leaveToTheRun);
    return places.hold(seeker, run.signal, () =>
      syncConnection({ ...inWorker, provider }, payload, run),
    );
  });
  const worker = runWorker(context, 'sync', [job], placesInAll(perGroup), TAKEOVER);
  const look = async (): Promise<void> => {
    const next = worker.isFull() ? await context.queues.next('sync') : null;
    crowded = next !== null || places.isAwaited();
    if (next !== null) {
      places.makeRoom(await findSeeker(context, syncConnectionJob.parse(next)));
    }
  };
  let isLooking = false;
  const looking = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    // A queue that is away says nothing new.
    look()
      .catch(() => undefined)
      .finally(() => (isLooking = false));
  }, LOOK_EVERY_MS);
  return {
    health: () => worker.health(),
    async stop() {
      clearInterval(looking);
      await worker.stop();
      provider.close();
    },
  };
});
