import type { ConditionType } from '../condition-type.ts';
import { fragment } from '../fragment.ts';
import { compileReference, REFERENCE_OPERATORS } from '../reference-condition.ts';
import { checkId } from '../values.ts';

export const condition: ConditionType = {
  type: 'transaction_category',
  summary: 'The category of the transaction, exactly: its children are not included.',
  operators: REFERENCE_OPERATORS,
  reference: 'category',
  checkValue: checkId,
  compile: (operator, value) => compileReference(fragment`t.category_id`, operator, value),
};
