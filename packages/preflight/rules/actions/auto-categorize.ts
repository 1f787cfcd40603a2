import type { ActionType } from '../action-type.ts';

export const autoCategorize: ActionType = {
  type: 'auto_categorize',
  summary: 'Lets a language model choose the category.',
  value: null,
  unavailable: 'this service has no AI provider',
  compile: () => ({ kind: 'none' }),
};
