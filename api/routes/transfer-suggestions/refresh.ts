import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRuleRun } from '../../present/rule-runs.ts';
import { startRun } from '../rule-runs/start-run.ts';

/** POST /api/v1/transfer_suggestions/refresh */
export const refreshTransferSuggestions = defineRoute({
  method: 'post',
  path: '/api/v1/transfer_suggestions/refresh',
  scope: 'read_write',
  schema: {
    operationId: 'refreshTransferSuggestions',
    summary: 'Pair the transfers among all transactions',
    description:
      'Syncs and imports pair what they change. This looks at everything, once: for what was there before. It is a run of the queue of rules, which applies none; GET /rule_runs/{id} shows when it is done.',
    tag: 'Transfers',
    responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  },
  async handler(context, { caller }) {
    const order = { ruleId: null, ignoreLocks: false, scope: 'transfers' } as const;
    const run = await startRun(context, caller.householdId, order);
    return { status: 202, body: { data: presentRuleRun(run) } };
  },
});
