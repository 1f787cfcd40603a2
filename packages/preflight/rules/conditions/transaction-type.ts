import { defineCondition, not, type CompiledCondition, type RowTest } from '../condition-type.ts';
import { isTransferKind } from '../transfer-kinds.ts';
import { checkOneOf } from '../values.ts';

const isTransfer: RowTest = (state) => isTransferKind(String(state.get('kind')));

/** Money in is positive; a zero amount counts as an expense. */
const TESTS: Readonly<Record<string, RowTest>> = {
  income: (state) => state.isInflow && !isTransfer(state),
  expense: (state) => !state.isInflow && !isTransfer(state),
  transfer: isTransfer,
};

export const transactionType = defineCondition({
  type: 'transaction_type',
  summary: 'Income, expense (zero included) or transfer between own accounts.',
  operators: ['=', '!='],
  choices: Object.keys(TESTS),
  checkValue: (value) => checkOneOf(value, Object.keys(TESTS)),
  compile: (operator, value) => {
    // Anything else is refused when a rule is saved; a rule older than that check filters nothing.
    const is: CompiledCondition = { test: TESTS[value ?? ''] ?? (() => true) };
    return operator === '!=' ? not(is) : is;
  },
});
