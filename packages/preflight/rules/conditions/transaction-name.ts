import { defineCondition } from '../condition-type.ts';
import { compileText, TEXT_OPERATORS } from '../text-condition.ts';
import { checkText } from '../values.ts';

export const transactionName = defineCondition({
  type: 'transaction_name',
  summary: 'The name of the transaction; repeated white space counts as one blank.',
  operators: TEXT_OPERATORS,
  checkValue: checkText,
  compile: (operator, value) => compileText('name', operator, value),
});
