/** Process `worker-delivery`: sends events to the webhook endpoints of apps. */
import { deliverJob } from '../shared/webhooks/deliver-job.ts';
import { performDeliverEvents } from './delivery/deliver-events.ts';
import { runProcess } from './frame/run-process.ts';
import { bindJob, runWorker } from './frame/run-worker.ts';

/** How many endpoints one process sends to at once. Nearly all of the time it waits for receivers, and for dead ones very long. */
const CONCURRENCY = 200;

await runProcess('worker-delivery', (context) =>
  runWorker(context, deliverJob.queue, [bindJob(deliverJob, performDeliverEvents)], CONCURRENCY),
);
