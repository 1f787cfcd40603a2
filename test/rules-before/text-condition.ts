import { fragment, negate, type Fragment } from './fragment.ts';

export const TEXT_OPERATORS = ['like', 'not_like', '=', '!=', 'is_null', 'is_not_null'] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

/**
 * Runs of white space count as one blank and ends do not count: banks pad their texts at will.
 * Most texts need no folding, and finding that out costs a third of doing it.
 */
export function foldSpaces(text: Fragment): Fragment {
  return fragment`case
    when ${text} ~ '(^|\\s)\\s|\\s$|(?! )\\s' then btrim(regexp_replace(${text}, '\\s+', ' ', 'g'))
    else ${text}
  end`;
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
