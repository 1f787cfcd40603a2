/**
 * shared/rules is pure: what a rule is, whether it is valid, and which SQL it means. This file is
 * the only SQL vocabulary of it: a piece of a statement with its parameters kept apart from the
 * text. shared/store turns a fragment into a query; user input never becomes SQL text.
 */
export type FragmentValue = string | boolean | Fragment;

export interface Fragment {
  /** The text around the values: always one more than there are values. */
  readonly strings: readonly string[];
  readonly values: readonly FragmentValue[];
}

/** Tagged template: every `${value}` becomes a bound parameter, every `${fragment}` is spliced in. */
export function fragment(strings: TemplateStringsArray, ...values: FragmentValue[]): Fragment {
  return { strings: [...strings], values };
}

/** Tells a spliced fragment from a bound parameter. */
export function isFragment(value: FragmentValue): value is Fragment {
  return typeof value === 'object';
}

/** The SQL truth values, for groups without members and references that cannot exist. */
export const TRUE = fragment`true`;
export const FALSE = fragment`false`;

/** Combines conditions, each in its own parentheses. Without members the result filters nothing. */
export function combine(members: readonly Fragment[], operator: 'and' | 'or'): Fragment {
  const [first, ...rest] = members;
  if (first === undefined) return TRUE;
  const strings = ['(', ...rest.map(() => `) ${operator} (`), ')'];
  return { strings, values: [first, ...rest] };
}

/** The complement: a row for which the condition is unknown (null) belongs to it. */
export function negate(condition: Fragment): Fragment {
  return fragment`(${condition}) is not true`;
}
