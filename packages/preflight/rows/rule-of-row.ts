import { actionTypes, conditionTypes } from '../rules/registry.ts';
import type { ReferenceKind, RuleCondition, RuleDraft } from '../rules/rule.ts';
import { validateRule } from '../rules/validate-rule.ts';

const TRUE_WORDS = ['true', '1', 'yes', 'y'];

/** The rule in a row of RuleImport, with names as values; null when it cannot be run. */
export function ruleOfRow(
  name: string | null,
  more: Readonly<Record<string, string | null>>,
): RuleDraft | null {
  const { rule } = validateRule(
    {
      name,
      resource_type: more['resource_type'],
      active: TRUE_WORDS.includes((more['active'] ?? '').toLowerCase()),
      effective_date: more['effective_date'] ?? null,
      conditions: parsed(more['conditions'] ?? '[]'),
      actions: parsed(more['actions'] ?? '[]'),
    },
    { references: 'name' },
  );
  return rule;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Turns a name in a rule into the id of its record; undefined for a name that it does not know. */
export type ResolveName = (kind: ReferenceKind, value: string) => string | undefined;

/** The same rule with the ids of the records that its values name. */
export function withIds(rule: RuleDraft, resolve: ResolveName): RuleDraft {
  const idOf = (kind: ReferenceKind | undefined, value: string | null): string | null =>
    kind === undefined || value === null ? value : (resolve(kind, value.trim()) ?? value);
  const conditionsOf = (conditions: readonly RuleCondition[]): RuleCondition[] =>
    conditions.map((condition) => ({
      ...condition,
      value: idOf(conditionTypes.get(condition.conditionType)?.reference, condition.value),
      subConditions: conditionsOf(condition.subConditions),
    }));
  return {
    ...rule,
    conditions: conditionsOf(rule.conditions),
    actions: rule.actions.map(({ actionType, value }) => ({
      actionType,
      value: idOf(actionTypes.get(actionType)?.reference, value),
    })),
  };
}

/** A text that is equal for two rules if they are the same. */
export function ruleIdentity(rule: RuleDraft): string {
  const parts = (conditions: readonly RuleCondition[]): unknown[] =>
    conditions.map((one) => [one.conditionType, one.operator, one.value, parts(one.subConditions)]);
  const { name, resourceType, active, effectiveDate, conditions, actions } = rule;
  return JSON.stringify([
    name,
    resourceType,
    active,
    effectiveDate,
    parts(conditions),
    actions.map(({ actionType, value }) => [actionType, value]),
  ]);
}
