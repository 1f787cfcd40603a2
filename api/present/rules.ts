import type { RuleText, StoredRule } from '../../shared/rules/store/rules.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp, presentTimestampText } from '../contract/timestamp.ts';

/** A rule on the wire. Its parts are stored as they stand in an answer. */
export function presentRule(rule: StoredRule): Schemas['Rule'] {
  return {
    id: rule.id,
    resource_type: rule.resourceType,
    active: rule.active,
    name: rule.name,
    effective_date: rule.effectiveDate,
    priority: rule.priority,
    stop: rule.stop,
    created_at: presentTimestamp(rule.createdAt),
    updated_at: presentTimestamp(rule.updatedAt),
    conditions: rule.conditionDocuments,
    actions: rule.actionDocuments,
  };
}

/** The same as JSON text. The parts, most of an answer, are neither parsed nor printed again. */
export function presentRuleText(rule: RuleText): string {
  const { id, resourceType, active, name, effectiveDate, priority, stop } = rule;
  const day = effectiveDate === null ? 'null' : `"${effectiveDate}"`;
  const createdAt = presentTimestampText(rule.createdAt);
  const updatedAt = presentTimestampText(rule.updatedAt);
  return (
    `{"id":"${id}","resource_type":"${resourceType}","active":${active},"name":${JSON.stringify(name)},` +
    `"effective_date":${day},"priority":${priority},"stop":${stop},"created_at":"${createdAt}",` +
    `"updated_at":"${updatedAt}","conditions":${rule.conditionsJson},"actions":${rule.actionsJson}}`
  );
}
