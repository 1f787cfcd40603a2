import type { ActionType } from '../action-type.ts';

export const autoDetectMerchants: ActionType = {
  type: 'auto_detect_merchants',
  summary: 'Lets a language model find the merchant.',
  value: null,
  unavailable: 'this service has no AI provider',
  compile: () => ({ kind: 'none' }),
};
