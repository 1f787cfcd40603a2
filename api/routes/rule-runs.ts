import type { PageRequest } from '../../shared/postgres/page.ts';
import { findRuleRun, listRuleRuns } from '../../shared/rules/store/rule-runs.ts';
import { findRule } from '../../shared/rules/store/rules.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerRecord } from '../http/answer-record.ts';
import { resource } from '../http/resource.ts';
import { presentRuleRun } from '../records/rule-run.ts';
import { requestRun } from '../steps/rule-runs.ts';

export const ruleRunRoutes = resource('Rules');

ruleRunRoutes.read('GET /api/v1/rule_runs', {
  operationId: 'listRuleRuns',
  summary: 'List rule runs',
  description: 'What rules did, newest first. Ended runs are kept for 30 days.',
  query: {
    rule_id: uuidParameter('Only the runs of this rule.'),
    ...pageParameters,
  },
  responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('RuleRun')) } },
  handler({ sql }, request) {
    const { householdId, query } = request;
    const filter = { ruleId: query.rule_id };
    const list = (page: PageRequest) => listRuleRuns(sql, householdId, filter, page);
    return answerPage(request, list, presentRuleRun);
  },
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

ruleRunRoutes.read('GET /api/v1/rule_runs/{id}', {
  operationId: 'showRuleRun',
  summary: 'Show a rule run',
  description: 'The counts grow while the run is at work, rule by rule.',
  responses: { 200: { description: 'The run.', schema: dataOf(ref('RuleRun')) } },
  async handler({ sql }, { householdId, id }) {
    return answerRecord(await findRuleRun(sql, householdId, id), presentRuleRun);
  },
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
