import { RESOURCE_TYPES } from '../../../shared/rules/rule.ts';
import { listRules as listStoredRules } from '../../../shared/store/rules/rules.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters, pageRequest, pageWindow, presentPageMeta } from '../../http/pagination.ts';
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
    description: 'The rules of the household, oldest first: the order in which they run.',
    tag: 'Rules',
    lenient: true,
    query: listRulesParameters,
    responses: { 200: { description: 'A page of rules.', schema: pageOf(ref('Rule')) } },
  },
  async handler({ sql }, { caller, query }) {
    const request = pageRequest(query);
    const filter = { active: query.active, ...request };
    const { rules, totalCount } = await listStoredRules(sql, caller.householdId, filter);
    const meta = presentPageMeta(pageWindow(request, totalCount));
    const data = rules.map(presentRuleText).join(',');
    return { status: 200, json: `{"data":[${data}],"meta":${JSON.stringify(meta)}}` };
  },
});
