import { defineCondition } from '../define-condition.ts';
import { fragment } from '../fragment.ts';
import { compileText, TEXT_OPERATORS } from '../text-condition.ts';

export const transactionName = defineCondition({
  type: 'transaction_name',
  operators: TEXT_OPERATORS,
  compile: (operator, value) => compileText(fragment`t.name`, operator, value),
});
