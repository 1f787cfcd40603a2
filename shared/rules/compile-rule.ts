import type { ActionEffect } from '#preflight/rules/action-type';
import type { CompiledCondition, RowPart, RowTest, Trigger } from '#preflight/rules/condition-type';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import {
  COMPOUND,
  type RuleAction,
  type RuleCondition,
  type RuleDraft,
} from '#preflight/rules/rule';

/** A rule that was saved before the current checks existed and cannot run as intended. */
export class UnrunnableRuleError extends Error {
  override readonly name = 'UnrunnableRuleError';
}

export interface CompiledRule extends CompiledCondition {
  /** In stored order. */
  readonly effects: readonly ActionEffect[];
  readonly stop: boolean;
  readonly needs: ReadonlySet<RowPart>;
}

/**
 * Compiles a rule once for all rows. Throws UnrunnableRuleError for an unknown type or operator: otherwise the rule would match
 * every row and act on it.
 */
export function compileRule(
  rule: Pick<RuleDraft, 'conditions' | 'actions' | 'effectiveDate' | 'stop'>,
): CompiledRule {
  const { effectiveDate, stop } = rule;
  const members = rule.conditions.map(compileCondition);
  if (effectiveDate !== null) {
    members.unshift({ test: ({ row }) => row.date >= effectiveDate });
  }
  const effects = rule.actions.map(compileAction);
  const leaves = [...rule.conditions, ...rule.conditions.flatMap((each) => each.subConditions)];
  const needs = new Set<RowPart>(
    leaves.flatMap(({ conditionType }) => conditionTypes.get(conditionType)?.needs ?? []),
  );
  if (effects.some(({ kind }) => kind === 'add_tag')) needs.add('tags');
  return { ...every(members), effects, stop, needs };
}

function compileCondition(condition: RuleCondition): CompiledCondition {
  if (condition.conditionType === COMPOUND) {
    const members = condition.subConditions.map(compileCondition);
    return condition.operator === 'or' ? some(members) : every(members);
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

/** All members must hold, so the triggers of any one suffice: picks the cheapest. Without members any row passes. */
function every(members: readonly CompiledCondition[]): CompiledCondition {
  const tests = members.map(({ test }) => test);
  const [best] = members
    .flatMap(({ triggers }) => (triggers === undefined ? [] : [triggers]))
    .sort((a, b) => cost(a) - cost(b));
  const test: RowTest = (state) => tests.every((member) => member(state));
  return best === undefined ? { test } : { test, triggers: best };
}

/** One member must hold, so it needs the triggers of all of them. Without members any row passes. */
function some(members: readonly CompiledCondition[]): CompiledCondition {
  if (members.length === 0) return every([]);
  const tests = members.map(({ test }) => test);
  const test: RowTest = (state) => tests.some((member) => member(state));
  const triggers = members.flatMap((member) => member.triggers ?? []);
  return members.every((member) => member.triggers !== undefined) ? { test, triggers } : { test };
}

/** Estimates how many rows a trigger lets through, from most to least: an account, a short text, a record or an exact text. */
function cost(triggers: readonly Trigger[]): number {
  const costs = triggers.map((trigger) =>
    'contains' in trigger ? 1 + 3 / trigger.contains.length : trigger.field === 'account' ? 9 : 1,
  );
  return Math.max(0, ...costs);
}

function compileAction({ actionType, value }: RuleAction): ActionEffect {
  const type = actionTypes.get(actionType);
  if (type === undefined) throw new UnrunnableRuleError(`Unknown action type '${actionType}'.`);
  if (type.unavailable !== undefined) {
    throw new UnrunnableRuleError(
      `Action '${type.type}' cannot be carried out: ${type.unavailable}.`,
    );
  }
  return type.compile(value);
}
