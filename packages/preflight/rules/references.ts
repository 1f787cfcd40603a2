import { actionTypes, conditionTypes } from './registry.ts';
import type { ReferenceKind, RuleDraft } from './rule.ts';

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
  rule.conditions.forEach((condition, index) => {
    const path = `conditions[${index}]`;
    add(conditionTypes.get(condition.conditionType)?.reference, condition.value, `${path}.value`);
    condition.subConditions.forEach((member, memberIndex) => {
      const memberPath = `${path}.sub_conditions[${memberIndex}].value`;
      add(conditionTypes.get(member.conditionType)?.reference, member.value, memberPath);
    });
  });
  rule.actions.forEach((action, index) => {
    add(actionTypes.get(action.actionType)?.reference, action.value, `actions[${index}].value`);
  });
  return found;
}
