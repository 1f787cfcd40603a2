import { RESOURCE_TYPES } from '#preflight/rules/rule';
import type { PageRequest } from '../../shared/postgres/page.ts';
import {
  HOUSEHOLD_RULES_MAX,
  HOUSEHOLD_RULES_MIB_MAX,
} from '../../shared/rules/store/rule-limits.ts';
import * as rules from '../../shared/rules/store/rules.ts';
import { findRule, insertRule } from '../../shared/rules/store/rules.ts';
import { dataOf, pageOf, ref } from '../openapi/json-schema.ts';
import { RULE_EXAMPLE } from '../records/rule.ts';
import { answerPage } from '../http/answer-page.ts';
import { pageParameters } from '../http/pagination.ts';
import { booleanParameter, oneOf } from '../http/query-parameters.ts';
import { answerGone } from '../http/answer-record.ts';
import { defineRoute, defineWrite } from '../http/route.ts';
import type { Route } from '../http/route.ts';
import { presentRule, presentRuleText } from '../records/rule.ts';
import { checkLimits, checkOwnership, getRule, readRule } from '../steps/read-rule.ts';

/** In the order in which they are checked: with two bad filters the first is reported. */
const listRulesParameters = {
  resource_type: oneOf(RESOURCE_TYPES, 'Only rules for this kind of record.'),
  active: booleanParameter('Only active, or only paused rules.'),
  ...pageParameters,
};

/** GET /api/v1/rules */
const listRules = defineRoute({
  method: 'get',
  path: '/api/v1/rules',
  scope: 'read',
  schema: {
    operationId: 'listRules',
    summary: 'List rules',
    description:
      'The household’s rules, oldest first. Rules with a higher `priority` run before them, in this order otherwise.',
    tag: 'Rules',
    lenient: true,
    query: listRulesParameters,
    responses: { 200: { description: 'A page of rules.', schema: pageOf(ref('Rule')) } },
  },
  handler({ sql }, request) {
    const { caller, query } = request;
    const filter = { active: query.active };
    const list = (page: PageRequest) => rules.listRules(sql, caller.householdId, filter, page);
    return answerPage(request, list, presentRuleText);
  },
});

/** POST /api/v1/rules */
const createRule = defineWrite({
  method: 'post',
  path: '/api/v1/rules',
  scope: 'read_write',
  schema: {
    operationId: 'createRule',
    summary: 'Create a rule',
    description:
      'Everything is checked now: types, operators, values, and that the records it names are yours. ' +
      'The rule runs after the next sync or import, if it is active, or when you start a run. ' +
      `A household can have ${HOUSEHOLD_RULES_MAX} rules, of ${HOUSEHOLD_RULES_MIB_MAX} MiB together.`,
    tag: 'Rules',
    // The registry of rules describes a fault more precisely than the schema can.
    body: { required: true, json: ref('NewRule'), validate: false },
    responses: { 201: { description: 'The new rule.', schema: dataOf(ref('Rule')) } },
    example: { body: RULE_EXAMPLE },
  },
  async write(tx, body, { caller: { householdId } }) {
    const draft = readRule(body);
    await checkOwnership(tx, householdId, draft);
    const id = await insertRule(tx, householdId, draft);
    await checkLimits(tx, householdId);
    const rule = await findRule(tx, householdId, id);
    if (rule === null) throw new Error('a rule vanished while it was made');
    return { status: 201, body: { data: presentRule(rule) } };
  },
});

/** GET /api/v1/rules/{id} */
const showRule = defineRoute({
  method: 'get',
  path: '/api/v1/rules/{id}',
  scope: 'read',
  schema: {
    operationId: 'showRule',
    summary: 'Show a rule',
    description: 'With its conditions and actions. What comes back may be sent again with PATCH.',
    tag: 'Rules',
    responses: { 200: { description: 'The rule.', schema: dataOf(ref('Rule')) } },
  },
  async handler({ sql }, { caller, id }) {
    const rule = await getRule(sql, caller.householdId, id);
    return { status: 200, body: { data: presentRule(rule) } };
  },
});

/** PATCH /api/v1/rules/{id} */
const updateRule = defineWrite({
  method: 'patch',
  path: '/api/v1/rules/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'updateRule',
    summary: 'Change a rule',
    description: 'Absent fields stay. Conditions and actions that are sent replace all of theirs.',
    tag: 'Rules',
    body: { required: true, json: ref('RuleChange'), validate: false },
    example: { body: { name: 'Food', active: true } },
    responses: { 200: { description: 'The rule as it is now.', schema: dataOf(ref('Rule')) } },
  },
  exists: findRule,
  async write(tx, change, { caller: { householdId }, id }) {
    await rules.lockRule(tx, householdId, id);
    const current = presentRule(await getRule(tx, householdId, id));
    const draft = readRule({ ...current, ...change });
    const parts = {
      conditions: change.conditions !== undefined,
      actions: change.actions !== undefined,
    };
    // What is not sent is not looked up again: its records may be gone, and the rule be paused for that.
    await checkOwnership(tx, householdId, {
      conditions: parts.conditions ? draft.conditions : [],
      actions: parts.actions ? draft.actions : [],
    });
    await rules.updateRule(tx, householdId, id, draft, parts);
    if (parts.conditions || parts.actions) await checkLimits(tx, householdId);
    return { status: 200, body: { data: presentRule(await getRule(tx, householdId, id)) } };
  },
});

/** DELETE /api/v1/rules/{id} */
const deleteRule = defineWrite({
  method: 'delete',
  path: '/api/v1/rules/{id}',
  scope: 'read_write',
  schema: {
    operationId: 'deleteRule',
    summary: 'Delete a rule',
    description: 'Deletes the rule and the record of its runs; its changes stay.',
    tag: 'Rules',
    responses: { 204: { description: 'The rule is gone.' } },
  },
  async write(tx, _body, { caller, id }) {
    return answerGone(await rules.deleteRule(tx, caller.householdId, id));
  },
});

export const ruleRoutes: readonly Route[] = [
  listRules,
  createRule,
  showRule,
  updateRule,
  deleteRule,
];
