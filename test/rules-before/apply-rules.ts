import type { Tx } from '../../shared/db/connect.ts';
import type { StoredRule } from '../../shared/store/rules/rules.ts';
import { compileActions, compileMatch } from './compile-match.ts';
import { applyEffect } from './rule-effects.ts';
import { fillRuleMatches } from './rule-matches.ts';

/**
 * The engine of before: one statement over the household for each rule and more for its actions, all of it in SQL. It is
 * kept to compare with (`differential.ts`). Returns how many transactions each rule matched.
 */
export async function applyRulesBefore(
  tx: Tx,
  actor: { householdId: string; runId: string; ignoreLocks: boolean },
  rules: readonly StoredRule[],
): Promise<number[]> {
  const matched: number[] = [];
  for (const rule of rules) {
    const count = await fillRuleMatches(tx, actor.householdId, compileMatch(rule));
    matched.push(count);
    if (count === 0) continue;
    for (const effect of compileActions(rule)) {
      await applyEffect(tx, { ...actor, ruleId: rule.id }, effect);
    }
  }
  return matched;
}
