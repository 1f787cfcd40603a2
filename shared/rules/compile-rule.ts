import type { ActionEffect } from './action-type.ts';
import { combine, fragment, type Fragment } from './fragment.ts';
import { actionTypes, conditionTypes } from './registry.ts';
import { COMPOUND, type RuleCondition, type RuleDraft } from './rule.ts';

/** A rule that was saved under other rules than today's and cannot be run as it was meant. */
export class UnrunnableRuleError extends Error {
  override readonly name = 'UnrunnableRuleError';
}

/**
 * Which transactions a rule matches: a boolean SQL expression over `t` (transactions). The caller
 * limits it to the candidates of the household. Throws UnrunnableRuleError on an unknown type or
 * operator: matching everything instead would let the actions loose.
 */
export function compileMatch(rule: Pick<RuleDraft, 'conditions' | 'effectiveDate'>): Fragment {
  const members = rule.conditions.map(compileCondition);
  if (rule.effectiveDate !== null) {
    members.unshift(fragment`t.date >= ${rule.effectiveDate}::date`);
  }
  return combine(members, 'and');
}

function compileCondition(condition: RuleCondition): Fragment {
  if (condition.conditionType === COMPOUND) {
    const members = condition.subConditions.map(compileCondition);
    return combine(members, condition.operator === 'or' ? 'or' : 'and');
  }
  const type = conditionTypes.get(condition.conditionType);
  if (type === undefined) {
    throw new UnrunnableRuleError(`Unknown condition type '${condition.conditionType}'.`);
  }
  const operator = type.operators.find((candidate) => candidate === condition.operator);
  if (operator === undefined) {
    throw new UnrunnableRuleError(
      `Condition type '${type.type}' has no operator '${condition.operator}'.`,
    );
  }
  return type.compile(operator, condition.value);
}

/** What the actions of a rule do, in stored order. Throws as compileMatch does. */
export function compileActions(rule: Pick<RuleDraft, 'actions'>): ActionEffect[] {
  return rule.actions.map((action) => {
    const type = actionTypes.get(action.actionType);
    if (type === undefined) {
      throw new UnrunnableRuleError(`Unknown action type '${action.actionType}'.`);
    }
    if (type.unavailable !== undefined) {
      throw new UnrunnableRuleError(
        `Action '${type.type}' cannot be carried out: ${type.unavailable}.`,
      );
    }
    return type.compile(action.value);
  });
}
