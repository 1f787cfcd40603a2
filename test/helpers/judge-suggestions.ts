import { RowState } from '#preflight/rules/row-state';
import { compileRule } from '../../shared/rules/compile-rule.ts';
import type { RuleSuggestion } from '../../shared/rules/suggest/suggest-rules.ts';
import type { HabitHousehold } from './household-habits.ts';

const ATTRIBUTES: Readonly<Record<string, string>> = {
  set_transaction_category: 'category_id',
  set_transaction_merchant: 'merchant_id',
  set_transaction_tags: 'tag_ids',
  set_transaction_name: 'name',
  exclude_transaction: 'excluded',
};

/** Of a habit's rows a rule that is right finds so many. */
const MOST = 0.8;

/**
 * Right: finds most rows of a habit and no other. Wrong: would change a row against the habits. Otherwise narrow.
 * `known`: habits of which people edited at least five rows; `found`: those that a right suggestion meets.
 */
export function judgeSuggestions(
  { habits, examples, rows }: HabitHousehold,
  suggestions: readonly RuleSuggestion[],
) {
  const met = new Set<(typeof habits)[number]>();
  const judged = suggestions.map((suggestion) => {
    const [action] = suggestion.rule.actions;
    const attribute = ATTRIBUTES[action?.actionType ?? ''];
    const value = action?.value ?? true;
    const { test } = compileRule(suggestion.rule);
    const found = rows.filter((row) => test(new RowState(row)));
    const ofValue = habits.filter(
      (habit) => habit.attribute === attribute && habit.value === value,
    );
    const bad = found.filter(
      (row) => !ofValue.some(({ applies, accepts }) => applies(row) || accepts?.(row)),
    );
    const right = ofValue.filter(({ applies }) => {
      const own = rows.filter(applies);
      return own.filter((row) => found.includes(row)).length >= own.length * MOST;
    });
    const verdict = bad.length > 0 ? 'wrong' : right.length > 0 ? 'right' : 'narrow';
    if (verdict === 'right') right.forEach((habit) => met.add(habit));
    return { suggestion, verdict, bad } as const;
  });
  const known = habits.filter(
    ({ attribute, applies }) =>
      examples.filter(({ row, edits }) => applies(row) && edits.has(attribute)).length >= 5,
  );
  return { judged, known: known.length, found: known.filter((habit) => met.has(habit)).length };
}
