/** Process `worker-delivery`: sends events to the webhook endpoints of apps. */
import { deliverJob } from '../shared/webhooks/deliver-job.ts';
import { performDeliverEvents } from './delivery/deliver-events.ts';
import { runProcess } from './frame/run-process.ts';
import { bindJob, runWorker } from './frame/run-worker.ts';

/** Endpoints that one process sends to at once. Nearly all of the time they wait for receivers, and dead ones for a long time. */
const CONCURRENCY = 200;

await runProcess('worker-delivery', (context) =>
  runWorker(context, deliverJob.queue, [bindJob(deliverJob, performDeliverEvents)], CONCURRENCY),
);
