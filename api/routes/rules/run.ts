import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRuleRun } from '../../present/rule-runs.ts';
import { startRun } from '../rule-runs/start-run.ts';
import { getRule } from './get-rule.ts';

/** POST /api/v1/rules/{id}/runs */
export const runRule = defineRoute({
  method: 'post',
  path: '/api/v1/rules/{id}/runs',
  scope: 'read_write',
  schema: {
    operationId: 'runRule',
    summary: 'Run a rule',
    description: 'Starts a run of this rule alone, even if it is paused.',
    tag: 'Rules',
    body: { required: false, json: ref('NewRuleRun') },
    responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  },
  async handler(context, { caller, id, readJson }) {
    const rule = await getRule(context.sql, caller, id);
    const { ignore_locks = false } = await readJson();
    const order = { ruleId: rule.id, ignoreLocks: ignore_locks };
    const run = await startRun(context, caller.householdId, order);
    return { status: 202, body: { data: presentRuleRun(run) } };
  },
});
