import type { StoredAction, StoredCondition, StoredRule } from '../../../shared/store/rules.ts';
import { presentTimestamp } from '../../contract/timestamp.ts';

/** A rule on the wire. */
export function presentRule(rule: StoredRule) {
  return {
    id: rule.id,
    resource_type: rule.resourceType,
    active: rule.active,
    name: rule.name,
    effective_date: rule.effectiveDate,
    conditions: rule.conditions.map(presentCondition),
    actions: rule.actions.map(presentAction),
    created_at: presentTimestamp(rule.createdAt),
    updated_at: presentTimestamp(rule.updatedAt),
  };
}

interface ConditionBody {
  id: string;
  condition_type: string;
  operator: string;
  sub_conditions: ConditionBody[];
  value: string | null;
  created_at: string;
  updated_at: string;
}

function presentCondition(condition: StoredCondition): ConditionBody {
  return {
    id: condition.id,
    condition_type: condition.conditionType,
    operator: condition.operator,
    sub_conditions: condition.subConditions.map(presentCondition),
    value: condition.value,
    created_at: wholeSeconds(condition.createdAt),
    updated_at: wholeSeconds(condition.updatedAt),
  };
}

function presentAction(action: StoredAction) {
  return {
    id: action.id,
    action_type: action.actionType,
    value: action.value,
    created_at: wholeSeconds(action.createdAt),
    updated_at: wholeSeconds(action.updatedAt),
  };
}

/** Children come as Postgres writes them into JSON: UTC with microseconds and an offset. */
function wholeSeconds(instant: string): string {
  return `${instant.slice(0, 19)}Z`;
}
