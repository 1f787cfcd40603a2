import { not, type CompiledCondition } from './condition-type.ts';
import { foldSpaces, lowerCase } from './fold-text.ts';
import type { TextField } from './row-state.ts';

export const TEXT_OPERATORS = ['like', 'not_like', '=', '!=', 'is_null', 'is_not_null'] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

/** Holds when the text contains the part, in any letter case. */
export function containsAnyCase(field: TextField, part: string): CompiledCondition {
  const wanted = lowerCase(part);
  return {
    test: (state) => state.lowerText(field)?.includes(wanted) ?? false,
    ...(wanted !== '' && { triggers: [{ field, contains: wanted }] }),
  };
}

/** Holds when there is a text, even an empty one. */
export function isPresent(field: TextField): CompiledCondition {
  return { test: (state) => state.text(field) !== null };
}

/** The meaning of the text operators. A missing text only matches `is_null` and the negated operators; an empty text is not missing. */
export function compileText(
  field: 'name' | 'notes',
  operator: TextOperator,
  value: string | null,
): CompiledCondition {
  const wanted = foldSpaces(value ?? '');
  switch (operator) {
    case 'like':
      return containsAnyCase(field, wanted);
    case 'not_like':
      return not(containsAnyCase(field, wanted));
    case '=':
      return equals(field, wanted);
    case '!=':
      return not(equals(field, wanted));
    case 'is_null':
      return not(isPresent(field));
    case 'is_not_null':
      return isPresent(field);
  }
}

function equals(field: 'name' | 'notes', wanted: string): CompiledCondition {
  return {
    test: (state) => state.text(field) === wanted,
    triggers: [{ field, equals: wanted }],
  };
}
