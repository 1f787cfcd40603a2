import type { ActionType } from './action-type.ts';
import type { ConditionType } from './condition-type.ts';
import { loadTypes } from './load-types.ts';

/** Every kind of condition but `compound`, which is structure and not a test of a row. */
export const conditionTypes = await loadTypes<ConditionType>(
  new URL('./conditions/', import.meta.url),
  'condition',
);

/** Every kind of action, those that this service refuses included. */
export const actionTypes = await loadTypes<ActionType>(
  new URL('./actions/', import.meta.url),
  'action',
);
