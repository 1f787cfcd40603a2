import { findRuleRun, listRuleRuns } from '../../shared/rules/store/rule-runs.ts';
import { findRule } from '../../shared/rules/store/rules.ts';
import { dataOf, ref } from '../openapi/json-schema.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { resource } from '../http/resource.ts';
import { presentRuleRun } from '../records/rule-run.ts';
import { requestRun } from '../steps/rule-runs.ts';

export const ruleRunRoutes = resource('Rules');

ruleRunRoutes.list('GET /api/v1/rule_runs', {
  operationId: 'listRuleRuns',
  summary: 'List rule runs',
  description: 'What rules did, newest first. Ended runs are kept for 30 days.',
  query: {
    rule_id: uuidParameter('Only the runs of this rule.'),
  },
  answers: 'A page of runs.',
  record: presentRuleRun,
  rows: (sql, { householdId, query }, page) =>
    listRuleRuns(sql, householdId, page, { ruleId: query.rule_id }),
});

ruleRunRoutes.write('POST /api/v1/rule_runs', {
  operationId: 'createRuleRun',
  summary: 'Run all active rules',
  description: 'Starts a run of the active rules, one after another in their order.',
  body: { required: false, json: ref('NewRuleRun') },
  responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  write: (tx, { ignore_locks: ignoreLocks = false }, { householdId }) =>
    requestRun(tx, householdId, { ruleId: null, ignoreLocks }),
});

ruleRunRoutes.show('GET /api/v1/rule_runs/{id}', {
  operationId: 'showRuleRun',
  summary: 'Show a rule run',
  description: 'The counts grow while the run is at work, rule by rule.',
  answers: 'The run.',
  record: presentRuleRun,
  find: findRuleRun,
});

ruleRunRoutes.write('POST /api/v1/rules/{id}/runs', {
  operationId: 'runRule',
  summary: 'Run a rule',
  description: 'Starts a run of this rule alone, even if it is paused.',
  body: { required: false, json: ref('NewRuleRun') },
  responses: { 202: { description: 'The run, queued.', schema: dataOf(ref('RuleRun')) } },
  exists: findRule,
  write: (tx, { ignore_locks: ignoreLocks = false }, { householdId, id }) =>
    requestRun(tx, householdId, { ruleId: id, ignoreLocks }),
});
