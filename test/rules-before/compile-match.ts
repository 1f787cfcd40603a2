import type {
  ActionEffect as CompiledEffect,
  SettableColumn,
} from '../../shared/rules/action-type.ts';
import { actionTypes } from '../../shared/rules/registry.ts';
import { COMPOUND, type RuleCondition, type RuleDraft } from '../../shared/rules/rule.ts';
import { combine, fragment, TRUE, type Fragment } from './fragment.ts';
import { transactionAccount } from './conditions/transaction-account.ts';
import { transactionAmount } from './conditions/transaction-amount.ts';
import { transactionCategory } from './conditions/transaction-category.ts';
import { transactionDetails } from './conditions/transaction-details.ts';
import { transactionMerchant } from './conditions/transaction-merchant.ts';
import { transactionName } from './conditions/transaction-name.ts';
import { transactionNotes } from './conditions/transaction-notes.ts';
import { transactionTag } from './conditions/transaction-tag.ts';
import { transactionType } from './conditions/transaction-type.ts';

const conditionTypes = new Map(
  [
    transactionAccount,
    transactionAmount,
    transactionCategory,
    transactionDetails,
    transactionMerchant,
    transactionName,
    transactionNotes,
    transactionTag,
    transactionType,
  ].map((type) => [type.type, type]),
);

/**
 * Which transactions a rule matches: a boolean SQL expression over `t` (transactions). The caller
 * limits it to the candidates of the household. Throws Error on an unknown type or
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
    throw new Error(`Unknown condition type '${condition.conditionType}'.`);
  }
  const operator = type.operators.find((candidate) => candidate === condition.operator);
  if (operator === undefined) {
    throw new Error(`Condition type '${type.type}' has no operator '${condition.operator}'.`);
  }
  return type.compile(operator, condition.value);
}

/** What an action does, as data: statements are built from it. */
export type ActionEffect =
  | { readonly kind: 'set'; readonly column: SettableColumn; readonly value: Fragment }
  | Exclude<CompiledEffect, { kind: 'set' }>;

/** What the actions of a rule do, in stored order. */
export function compileActions(rule: Pick<RuleDraft, 'actions'>): ActionEffect[] {
  return rule.actions.map((action) => {
    const effect = actionTypes.get(action.actionType)?.compile(action.value);
    if (effect === undefined) throw new Error(`unknown action ${action.actionType}`);
    if (effect.kind !== 'set') return effect;
    const { value } = effect;
    if (value === true) return { ...effect, value: TRUE };
    const isReference = effect.column === 'category_id' || effect.column === 'merchant_id';
    return { ...effect, value: isReference ? fragment`${value}::uuid` : fragment`${value}::text` };
  });
}
