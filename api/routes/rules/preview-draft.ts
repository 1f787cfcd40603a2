import { RULE_EXAMPLE } from '../../contract/rule.ts';
import { dataOf, ref } from '../../contract/json-schema.ts';
import { defineRoute } from '../../http/route.ts';
import { answerPreview } from './answer-preview.ts';
import { checkOwnership, readRule } from './check-rule.ts';

/** POST /api/v1/rules/preview */
export const previewDraftRule = defineRoute({
  method: 'post',
  path: '/api/v1/rules/preview',
  scope: 'read',
  schema: {
    operationId: 'previewDraftRule',
    summary: 'Preview a rule before it is saved',
    description:
      'What a run of this rule would do now. It is checked as when it is saved; nothing is saved or changed.',
    tag: 'Rules',
    body: { required: true, json: ref('NewDraftPreview') },
    example: { body: { rule: RULE_EXAMPLE } },
    responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
  },
  async handler(context, { caller, readJson, signal }) {
    const { rule, ...options } = await readJson();
    const draft = readRule(rule);
    await checkOwnership(context.sql, caller.householdId, draft);
    return answerPreview(context, { caller, signal }, { id: null, ...draft }, options);
  },
});
