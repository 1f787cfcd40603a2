import { checkValue } from './check-value.ts';
import { actionTypes } from './registry.ts';
import { isObject } from '../is-object.ts';
import type { Check } from './rule-fault.ts';
import type { RuleAction } from './rule.ts';

/** Reads the actions; at least one, each type once, and only what this service can carry out. */
export function checkActions(check: Check, input: unknown): RuleAction[] {
  if (!Array.isArray(input)) {
    check.faults.push({ path: 'actions', message: 'must be a list with at least one action' });
    return [];
  }
  if (input.length === 0) {
    check.faults.push({ path: 'actions', message: 'must have at least one action' });
  }
  if (input.length > actionTypes.size) {
    check.faults.push({ path: 'actions', message: 'must not have two actions of the same type' });
    return [];
  }
  const seen = new Set<string>();
  return input.flatMap((member, index) => {
    const path = `actions[${index}]`;
    const action = checkAction(check, member, path);
    if (action !== null && seen.has(action.actionType)) {
      const message = 'must not repeat: a rule has one action of a type';
      check.faults.push({ path: `${path}.action_type`, message });
    }
    if (action !== null) seen.add(action.actionType);
    return action ?? [];
  });
}

function checkAction(check: Check, input: unknown, path: string): RuleAction | null {
  if (!isObject(input)) {
    check.faults.push({ path, message: 'must be an object' });
    return null;
  }
  const type =
    typeof input.action_type === 'string' ? actionTypes.get(input.action_type) : undefined;
  if (type === undefined) {
    const names = [...actionTypes.values()]
      .filter((candidate) => candidate.unavailable === undefined)
      .map((candidate) => candidate.type);
    const message = `must be one of ${names.join(', ')}`;
    check.faults.push({ path: `${path}.action_type`, message });
    return null;
  }
  if (type.unavailable !== undefined) {
    if (check.acceptUnavailable) return { actionType: type.type, value: null };
    const message = `${type.type} cannot be used: ${type.unavailable}`;
    check.faults.push({ path: `${path}.action_type`, message });
    return null;
  }
  const value = type.value === null ? null : checkValue(check, type, input.value, path);
  return { actionType: type.type, value };
}
