/** What determines when a rule runs. */
interface Ranked {
  readonly id: string;
  readonly priority: number;
}

/** Rules in the order in which they run: higher priority first, then by age. `rules` are sorted by age. */
export const inRunOrder = <Rule extends Ranked>(rules: readonly Rule[]): Rule[] =>
  [...rules].sort((a, b) => b.priority - a.priority);

/** The smallest increases of priority that make rules run in the listed order. `rules` are sorted by age. */
export function risesFor(listed: readonly Ranked[], rules: readonly Ranked[]): Ranked[] {
  const ages = new Map(rules.map(({ id }, age) => [id, age]));
  const ageOf = ({ id }: Ranked): number => ages.get(id) ?? 0;
  const rises: Ranked[] = [];
  let below: Ranked | undefined;
  for (const rule of [...listed].reverse()) {
    const isOlder = below === undefined || ageOf(rule) < ageOf(below);
    const least = below === undefined ? rule.priority : below.priority + (isOlder ? 0 : 1);
    const priority = Math.max(rule.priority, least);
    below = { id: rule.id, priority };
    if (priority !== rule.priority) rises.push(below);
  }
  return rises;
}
