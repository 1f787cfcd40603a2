import { defineJob, idsSchema } from './define-job.ts';

/** Apply rules to the transactions of a household. The job's id is the rule run's id. */
export const applyRules = defineJob<{ household_id: string; rule_run_id: string }>({
  name: 'apply-rules',
  queue: 'rules',
  payloadSchema: idsSchema('household_id', 'rule_run_id'),
  jobId: (payload) => payload.rule_run_id,
});
