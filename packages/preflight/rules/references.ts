import { actionTypes, conditionTypes } from './registry.ts';
import type { ReferenceKind, RuleCondition, RuleDraft } from './rule.ts';

/** A value of a rule that names a record, and its path. */
export interface RuleReference {
  readonly kind: ReferenceKind;
  readonly value: string;
  readonly path: string;
}

/** Lists every record that a rule names, to check that they belong to its household. */
export function listReferences(rule: Pick<RuleDraft, 'conditions' | 'actions'>): RuleReference[] {
  const found: RuleReference[] = [];
  const add = (kind: ReferenceKind | undefined, value: string | null, path: string): void => {
    if (kind !== undefined && value !== null) found.push({ kind, value, path });
  };
  const addAll = (conditions: readonly RuleCondition[], path: string): void =>
    conditions.forEach(({ conditionType, value, subConditions }, index) => {
      add(conditionTypes.get(conditionType)?.reference, value, `${path}[${index}].value`);
      addAll(subConditions, `${path}[${index}].sub_conditions`);
    });
  addAll(rule.conditions, 'conditions');
  rule.actions.forEach((action, index) => {
    add(actionTypes.get(action.actionType)?.reference, action.value, `actions[${index}].value`);
  });
  return found;
}
