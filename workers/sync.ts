/** Process `worker-sync`: syncs provider connections. Run as many as there is work. */
import { syncConnectionJob } from '../shared/jobs/sync-connection.ts';
import { openProvider } from '../shared/provider/open-provider.ts';
import { runProcess } from './run-process.ts';
import { bindJob, runWorker } from './run-worker.ts';
import { syncConnection } from './sync/sync-connection.ts';

await runProcess('worker-sync', (context) => {
  const provider = openProvider(context);
  const job = bindJob(syncConnectionJob, (worker, payload, run) =>
    syncConnection({ ...worker, provider }, payload, run),
  );
  const worker = runWorker(context, 'sync', [job], context.config.syncConcurrency);
  return {
    health: () => worker.health(),
    async stop() {
      await worker.stop();
      provider.close();
    },
  };
});
