import { RESOURCE_TYPES } from '../../../shared/rules/rule.ts';
import { pageOf, ref } from '../../contract/json-schema.ts';
import { pageParameters } from '../../http/pagination.ts';
import { booleanParameter, oneOf } from '../../http/query-parameters.ts';
import type { OperationSchema } from '../../http/route.ts';

/** In the order in which they are checked: with two bad filters the first is reported. */
export const listRulesParameters = {
  resource_type: oneOf(RESOURCE_TYPES, 'Only rules for this kind of record.'),
  active: booleanParameter('Only active, or only paused rules.'),
  ...pageParameters,
};

export const listRulesSchema: OperationSchema = {
  operationId: 'listRules',
  summary: 'List rules',
  description: 'The rules of the household, oldest first: the order in which they run.',
  tag: 'Rules',
  lenient: true,
  query: listRulesParameters,
  responses: { 200: { description: 'A page of rules.', schema: pageOf(ref('Rule')) } },
};
