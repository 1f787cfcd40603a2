import { readValue, type Check } from './rule-fault.ts';
import type { ActionType } from './action-type.ts';
import { textFault } from '../text.ts';
import { checkText } from './values.ts';

/** Reads the value of a condition or an action; null when it is absent or, after adding a fault, not acceptable. */
export function checkValue(
  check: Check,
  type: Pick<ActionType, 'type' | 'reference' | 'checkValue'>,
  input: unknown,
  path: string,
): string | null {
  const value = readValue(input);
  if (value === null) {
    return check.fault(`${path}.value`, `is required for ${type.type}`);
  }
  const isNamed = type.reference !== undefined && check.references === 'name';
  const fault =
    value === undefined || textFault(value) !== null
      ? `must be a text or a number${typeof input === 'number' ? ' of at most 15 digits: send longer ones as text' : ''}`
      : isNamed
        ? checkText(value)
        : (type.checkValue?.(value) ?? null);
  if (fault !== null) check.fault(`${path}.value`, fault);
  // Ids come in any letter case, and are stored as they are answered.
  const isId = type.reference !== undefined && !isNamed;
  return (isId ? value?.toLowerCase() : value) ?? null;
}
