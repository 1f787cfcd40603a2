import { RESOURCE_TYPES } from '../../../packages/preflight/rules/rule.ts';
import * as rules from '../../../shared/rules/store/rules.ts';
import type { PageRequest } from '../../../shared/postgres/page.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { answerPage } from '../../http/answer-page.ts';
import { pageParameters } from '../../http/pagination.ts';
import { booleanParameter, oneOf } from '../../http/query-parameters.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRuleText } from '../../present/rules.ts';

/** In the order in which they are checked: with two bad filters the first is reported. */
const listRulesParameters = {
  resource_type: oneOf(RESOURCE_TYPES, 'Only rules for this kind of record.'),
  active: booleanParameter('Only active, or only paused rules.'),
  ...pageParameters,
};
/** GET /api/v1/rules */
export const listRules = defineRoute({
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
