import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { presentRule } from '../../present/rules.ts';
import { getRule } from './get-rule.ts';

/** GET /api/v1/rules/{id} */
export const showRule = defineRoute({
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
    const rule = await getRule(sql, caller, id);
    return { status: 200, body: { data: presentRule(rule) } };
  },
});
