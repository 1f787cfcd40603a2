import { defineCondition } from '../define-condition.ts';
import { fragment } from '../fragment.ts';
import { compileText, TEXT_OPERATORS } from '../text-condition.ts';

export const transactionNotes = defineCondition({
  type: 'transaction_notes',
  operators: TEXT_OPERATORS,
  compile: (operator, value) => compileText(fragment`t.notes`, operator, value),
});
