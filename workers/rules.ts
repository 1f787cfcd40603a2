/** Process `worker-rules`: applies rules after syncs, after imports and on demand. */
import { applyRules } from '../shared/queue/runs/kinds.ts';
import { performApplyRules } from './rules/apply-rules.ts';
import { runProcess } from './frame/run-process.ts';
import { bindJob, runWorker } from './frame/run-worker.ts';

/** How many households' rules run at once in this process; within a household runs are sequential. */
const CONCURRENCY = 4;

await runProcess('worker-rules', (context) =>
  runWorker(context, 'rules', [bindJob(applyRules, performApplyRules)], CONCURRENCY),
);
