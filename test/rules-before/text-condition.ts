import { fragment, negate, type Fragment } from './fragment.ts';

export const TEXT_OPERATORS = ['like', 'not_like', '=', '!=', 'is_null', 'is_not_null'] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

/** By code points: what `\s` means to Postgres depends on its version and the locale of the database. */
const SPACES = '[\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]+';

/** Runs of white space count as one blank and ends do not count: banks pad their texts at will. */
export function foldSpaces(text: Fragment): Fragment {
  return fragment`btrim(regexp_replace(${text}, ${SPACES}::text, ' ', 'g'))`;
}

/** True where `text` holds `part`. strpos and not LIKE: `%`, `_` and `\` are ordinary characters. */
export function containsAnyCase(text: Fragment, part: Fragment): Fragment {
  return fragment`strpos(lower(${text}), lower(${part})) > 0`;
}

/**
 * The meaning of the text operators over a column. A missing text (null) matches `is_null` and the
 * negated operators alone; an empty one is not missing.
 */
export function compileText(
  column: Fragment,
  operator: TextOperator,
  value: string | null,
): Fragment {
  const text = foldSpaces(column);
  // A subquery, so that it is computed once and not for every row.
  const wanted = fragment`(select ${foldSpaces(fragment`${value ?? ''}::text`)})`;
  switch (operator) {
    case 'like':
      return containsAnyCase(text, wanted);
    case 'not_like':
      return negate(containsAnyCase(text, wanted));
    case '=':
      return fragment`${text} = ${wanted}`;
    case '!=':
      return negate(fragment`${text} = ${wanted}`);
    case 'is_null':
      return fragment`${column} is null`;
    case 'is_not_null':
      return fragment`${column} is not null`;
  }
}
