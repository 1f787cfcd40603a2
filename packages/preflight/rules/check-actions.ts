import { checkValue } from './check-value.ts';
import { actionTypes } from './registry.ts';
import { isObject } from '../is-object.ts';
import type { Check } from './rule-fault.ts';
import type { RuleAction } from './rule.ts';

/** Reads the actions: at least one, each type once, and only those that this service can carry out. */
export function checkActions(check: Check, input: unknown): RuleAction[] {
  if (!Array.isArray(input)) {
    check.fault('actions', 'must be a list with at least one action');
    return [];
  }
  if (input.length === 0) {
    check.fault('actions', 'must have at least one action');
  }
  if (input.length > actionTypes.size) {
    check.fault('actions', 'must not have two actions of the same type');
    return [];
  }
  const seen = new Set<string>();
  return input.flatMap((member, index) => {
    const path = `actions[${index}]`;
    const action = checkAction(check, member, path);
    if (action !== null && seen.has(action.actionType)) {
      check.fault(`${path}.action_type`, 'must not repeat: a rule has one action of a type');
    }
    if (action !== null) seen.add(action.actionType);
    return action ?? [];
  });
}

function checkAction(check: Check, input: unknown, path: string): RuleAction | null {
  if (!isObject(input)) {
    return check.fault(path, 'must be an object');
  }
  const type =
    typeof input.action_type === 'string' ? actionTypes.get(input.action_type) : undefined;
  if (type === undefined) {
    const names = [...actionTypes.values()]
      .filter((candidate) => candidate.unavailable === undefined)
      .map((candidate) => candidate.type);
    return check.fault(`${path}.action_type`, `must be one of ${names.join(', ')}`);
  }
  if (type.unavailable !== undefined) {
    if (check.acceptUnavailable) return { actionType: type.type, value: null };
    return check.fault(`${path}.action_type`, `${type.type} cannot be used: ${type.unavailable}`);
  }
  const value = type.value === null ? null : checkValue(check, type, input.value, path);
  return { actionType: type.type, value };
}
