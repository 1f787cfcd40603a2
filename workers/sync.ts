/** Process `worker-sync`: syncs provider connections. Run as many as there is work. */
import { syncConnectionJob } from '../shared/jobs/sync-connection.ts';
import { openProvider } from '../shared/provider/open-provider.ts';
import { runProcess } from './run-process.ts';
import { bindJob, runWorker } from './run-worker.ts';
import { syncConnection } from './sync/sync-connection.ts';

/**
 * A run that waits for a slot in place costs nothing while no other job wants the place, and it keeps its turn
 * at the limiter. When jobs wait for a full process, runs of other keys are let in instead.
 */
const PATIENCE_MS = 15_000;
const PATIENCE_WHEN_CROWDED_MS = 500;
const LOOK_EVERY_MS = 1000;
/** A run outlives a restart of Redis in its place, as it does one of Postgres. */
const STORE_PATIENCE_MS = 60_000;

/**
 * A sync is short steps between waits: a worker that is silent for seconds is dead, and its runs must
 * not lie idle while the provider could be asked.
 */
const TAKEOVER = { lockDurationMs: 5000, stalledIntervalMs: 1500 };

await runProcess('worker-sync', (context) => {
  let crowded = false;
  const provider = openProvider({
    ...context,
    patienceMs: () => (crowded ? PATIENCE_WHEN_CROWDED_MS : PATIENCE_MS),
    storePatienceMs: STORE_PATIENCE_MS,
  });
  const job = bindJob(syncConnectionJob, (inWorker, payload, run) =>
    syncConnection({ ...inWorker, provider }, payload, run),
  );
  const worker = runWorker(context, 'sync', [job], context.config.syncConcurrency, TAKEOVER);
  const look = async (): Promise<void> => {
    crowded = worker.isFull() && (await context.queues.hasWaiting('sync'));
  };
  // A queue that is away says nothing new.
  const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS);
  return {
    health: () => worker.health(),
    async stop() {
      clearInterval(looking);
      await worker.stop();
      provider.close();
    },
  };
});
