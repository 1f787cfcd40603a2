import type { PageRequest } from '../../shared/postgres/page.ts';
import * as ruleRuns from '../../shared/rules/store/rule-runs.ts';
import { findRuleRun } from '../../shared/rules/store/rule-runs.ts';
import { findRule } from '../../shared/rules/store/rules.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { uuidParameter } from '../http/query-parameters.ts';
import { answerRecord } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentRuleRun } from '../records/rule-run.ts';
import { requestRun } from '../steps/rule-runs.ts';

const listRuleRunsParameters = {
  rule_id: uuidParameter('Only the runs of this rule.'),
  ...pageParameters,
};

/** GET /api/v1/rule_runs */
const listRuleRuns = defineRoute({
  method: 'get',
  path: '/api/v1/rule_runs',
  scope: 'read',
  schema: {
    operationId: 'listRuleRuns',
    summary: 'List rule runs',
    description: 'What rules did, newest first. Ended runs are kept for 30 days.',
    tag: 'Rules',
    query: listRuleRunsParameters,
    responses: { 200: { description: 'A page of runs.', schema: pageOf(ref('RuleRun')) } },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { ruleId: query.rule_id };
    const list = (page: PageRequest) =>
      ruleRuns.listRuleRuns(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentRuleRun);
  },
});

/** POST /api/v1/rule_runs */
const createRuleRun = defineWrite({
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
  write: (tx, { ignore_locks: ignoreLocks = false }, { caller }) =>
    requestRun(tx, caller.householdId, { ruleId: null, ignoreLocks }),
});

/** GET /api/v1/rule_runs/{id} */
const showRuleRun = defineRoute({
  method: 'get',
  path: '/api/v1/rule_runs/{id}',
  scope: 'read',
  schema: {
    operationId: 'showRuleRun',
    summary: 'Show a rule run',
    description: 'The counts grow while the run is at work, rule by rule.',
    tag: 'Rules',
    responses: { 200: { description: 'The run.', schema: dataOf(ref('RuleRun')) } },
  },
  async handler({ sql }, { caller, id }) {
    return answerRecord(await findRuleRun(sql, caller.householdId, id), presentRuleRun);
  },
});

/** POST /api/v1/rules/{id}/runs */
const runRule = defineWrite({
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
  exists: findRule,
  write: (tx, { ignore_locks: ignoreLocks = false }, { caller, id }) =>
    requestRun(tx, caller.householdId, { ruleId: id, ignoreLocks }),
});

export const ruleRunRoutes: readonly Route[] = [runRule, listRuleRuns, createRuleRun, showRuleRun];
