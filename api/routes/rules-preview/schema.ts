import { dataOf, ref } from '../../contract/json-schema.ts';
import type { OperationSchema } from '../../http/route.ts';

export const previewRuleSchema: OperationSchema = {
  operationId: 'previewRule',
  summary: 'Preview a rule',
  description:
    'What a run of the rule would do now: how many transactions match, what each action would ' +
    'change, and a sample. Nothing is changed.',
  tag: 'Rules',
  body: { required: false, json: ref('NewRulePreview') },
  responses: { 200: { description: 'The preview.', schema: dataOf(ref('RulePreview')) } },
};
