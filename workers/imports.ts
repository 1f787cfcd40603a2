/** Process `worker-imports`: imports published sessions. */
import { publishSession } from '../shared/jobs/publish-session.ts';
import { performPublishSession } from './imports/publish-session.ts';
import { runProcess } from './run-process.ts';
import { bindJob, runWorker } from './run-worker.ts';

/** Sessions that one process imports at once: each holds one connection in a long transaction. */
const CONCURRENCY = 2;

await runProcess('worker-imports', (context) =>
  runWorker(
    context,
    publishSession.queue,
    [bindJob(publishSession, performPublishSession)],
    CONCURRENCY,
  ),
);
