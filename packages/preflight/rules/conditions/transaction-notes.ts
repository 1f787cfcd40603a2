import { defineCondition } from '../condition-type.ts';
import { compileText, TEXT_OPERATORS } from '../text-condition.ts';
import { checkText } from '../values.ts';

export const transactionNotes = defineCondition({
  type: 'transaction_notes',
  summary: 'The notes of the transaction; repeated white space counts as one blank.',
  operators: TEXT_OPERATORS,
  checkValue: checkText,
  compile: (operator, value) => compileText('notes', operator, value),
});
