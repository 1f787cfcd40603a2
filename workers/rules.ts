/** Process `worker-rules`: applies rules after syncs, after imports and on demand. */
import { applyRules } from '../shared/jobs/apply-rules.ts';
import { performApplyRules } from './rules/apply-rules.ts';
import { runProcess } from './run-process.ts';
import { bindJob, runWorker } from './run-worker.ts';

/** Households whose rules run at once in this process; within a household they run one by one. */
const CONCURRENCY = 4;

await runProcess('worker-rules', (context) =>
  runWorker(context, 'rules', [bindJob(applyRules, performApplyRules)], CONCURRENCY),
);
