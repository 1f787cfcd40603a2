import { type Schemas } from '../../app/index.ts';

type Rule = Schemas['Rule'];

/** Rules as they run: those of a higher priority first, those of equal priority by age. `rules` are sorted by age. */
export const inOrder = (rules: readonly Rule[]): Rule[] =>
  rules.toSorted((a, b) => b.priority - a.priority);

/** The fewest rises of priority that make rules run as they are listed. `rules` are sorted by age. */
export function risesFor(
  listed: readonly Rule[],
  rules: readonly Rule[],
): { id: string; priority: number }[] {
  const ages = new Map(rules.map(({ id }, age) => [id, age]));
  const ageOf = ({ id }: Rule): number => ages.get(id) ?? 0;
  const rises: { id: string; priority: number }[] = [];
  let below: { rule: Rule; priority: number } | null = null;
  for (const rule of listed.toReversed()) {
    const isOlder = below === null || ageOf(rule) < ageOf(below.rule);
    const least: number = below === null ? rule.priority : below.priority + (isOlder ? 0 : 1);
    const priority: number = Math.max(rule.priority, least);
    if (priority !== rule.priority) rises.push({ id: rule.id, priority });
    below = { rule, priority };
  }
  return rises;
}
