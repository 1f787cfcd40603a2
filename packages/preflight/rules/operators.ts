/** Every operator with its meaning; each condition type lists the ones that it supports. */
export const OPERATORS = {
  like: 'contains, in any letter case',
  not_like: 'does not contain, in any letter case',
  '=': 'is',
  '!=': 'is not',
  '>': 'is greater than',
  '>=': 'is greater than or equal to',
  '<': 'is less than',
  '<=': 'is less than or equal to',
  is_null: 'is empty',
  is_not_null: 'is not empty',
} as const;

export type Operator = keyof typeof OPERATORS;

/** How the members of a `compound` condition are joined. */
export const GROUP_OPERATORS = ['and', 'or'] as const;

/** `is_null` and `is_not_null` ask whether there is a value, so they need none. */
export function takesValue(operator: string): boolean {
  return operator !== 'is_null' && operator !== 'is_not_null';
}
