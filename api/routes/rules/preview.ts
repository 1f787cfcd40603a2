import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { getRule } from './get-rule.ts';
import { answerPreview } from './answer-preview.ts';

/** POST /api/v1/rules/{id}/preview */
export const previewRule = defineRoute({
  method: 'post',
  path: '/api/v1/rules/{id}/preview',
  scope: 'read',
  schema: {
    operationId: 'previewRule',
    summary: 'Preview a rule',
    description:
      'What a run of the rule would do now: how many transactions match, what each action would ' +
      'change, and a sample. Nothing is changed.',
    tag: 'Rules',
    body: { required: false, json: ref('NewRulePreview') },
    responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
  },
  async handler(context, { caller, id, readJson, signal }) {
    const rule = await getRule(context.sql, caller, id);
    return answerPreview(context, { caller, signal }, rule, await readJson());
  },
});
