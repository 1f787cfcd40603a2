import type { ConditionType } from '../condition-type.ts';
import { fragment } from '../fragment.ts';
import { compileReference, REFERENCE_OPERATORS } from '../reference-condition.ts';
import { checkId } from '../values.ts';

export const condition: ConditionType = {
  type: 'transaction_merchant',
  summary: 'The merchant of the transaction.',
  operators: REFERENCE_OPERATORS,
  reference: 'merchant',
  checkValue: checkId,
  compile: (operator, value) => compileReference(fragment`t.merchant_id`, operator, value),
};
