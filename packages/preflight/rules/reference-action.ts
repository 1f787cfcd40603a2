import { isUuid } from '../uuid.ts';
import { checkId } from './values.ts';
import type { ActionEffect, ActionType } from './action-type.ts';

/** An action whose value is the id of a record. An id that cannot exist touches no row. */
export function referenceAction({
  effect,
  ...action
}: Omit<ActionType, 'checkValue' | 'compile'> & {
  /** `id` is in lower case. */
  readonly effect: (id: string) => ActionEffect;
}): ActionType {
  return {
    ...action,
    checkValue: checkId,
    compile: (value) =>
      value !== null && isUuid(value) ? effect(value.toLowerCase()) : { kind: 'none' },
  };
}
