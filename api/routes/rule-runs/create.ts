import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRuleRun } from '../../present/rule-runs.ts';
import { startRun } from './start-run.ts';

/** POST /api/v1/rule_runs */
export const createRuleRun = defineRoute({
  method: 'post',
  path: '/api/v1/rule_runs',
  scope: 'read_write',
  schema: {
    operationId: 'createRuleRun',
    summary: 'Run all active rules',
    description: 'Starts a run of the active rules, one after another in their order.',
    tag: 'Rules',
    body: { required: false, json: ref('NewRuleRun') },
    responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  },
  async handler(context, { caller, readJson }) {
    const { ignore_locks = false } = await readJson();
    const order = { ruleId: null, ignoreLocks: ignore_locks };
    const run = await startRun(context, caller.householdId, order);
    return { status: 202, body: { data: presentRuleRun(run) } };
  },
});
