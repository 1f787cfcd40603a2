import type { RowState } from '#preflight/rules/row-state';

/** What one rule did in a run; only rules that matched something or failed are listed. */
export interface RuleResult {
  readonly rule_id: string;
  readonly matched: number;
  readonly modified: number;
  /** Why the rule could not be run; null when it was. */
  readonly error: string | null;
}

/** What each rule of a run has done so far, in the order of the rules. Immutable. */
export class RuleTally {
  readonly #results: readonly RuleResult[];

  constructor(results: readonly RuleResult[]) {
    this.#results = results;
  }

  /** Adds what rules did to rows; `ruleIdAt` turns the places of rules in states into ids. */
  with(
    matched: readonly RowState[],
    modified: readonly RowState[],
    ruleIdAt: (place: number) => string,
  ): RuleTally {
    const added = new Map<string, { matched: number; modified: number }>();
    const of = (place: number) => {
      const id = ruleIdAt(place);
      const counts = added.get(id) ?? { matched: 0, modified: 0 };
      added.set(id, counts);
      return counts;
    };
    for (const state of matched) for (const place of state.matched) of(place).matched += 1;
    for (const state of modified) {
      const places = new Set(state.finalChanges().flatMap(({ rules }) => rules));
      for (const place of places) if (state.matched.includes(place)) of(place).modified += 1;
    }
    if (added.size === 0) return this;
    return new RuleTally(
      this.#results.map((result) => ({
        ...result,
        matched: result.matched + (added.get(result.rule_id)?.matched ?? 0),
        modified: result.modified + (added.get(result.rule_id)?.modified ?? 0),
      })),
    );
  }

  get results(): RuleResult[] {
    return this.#results.filter(({ matched, error }) => matched > 0 || error !== null);
  }

  get matched(): number {
    return this.#results.reduce((sum, { matched }) => sum + matched, 0);
  }

  get modified(): number {
    return this.#results.reduce((sum, { modified }) => sum + modified, 0);
  }
}
