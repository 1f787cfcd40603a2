import { GROUP_OPERATORS, takesValue } from './operators.ts';
import { checkValue } from './check-value.ts';
import { conditionTypes } from './registry.ts';
import { isObject } from '../is-object.ts';
import type { Check } from './rule-fault.ts';
import { COMPOUND, type RuleCondition } from './rule.ts';

/** The most members of one list of conditions. Groups are one level deep, so this bounds the whole rule. */
export const CONDITIONS_MAX = 50;

/** Reads a list of conditions and adds a fault for each that could not run as intended. */
export function checkConditions(check: Check, input: unknown, path: string): RuleCondition[] {
  if (input === undefined || input === null) return [];
  if (!Array.isArray(input)) {
    check.fault(path, 'must be a list');
    return [];
  }
  if (input.length > CONDITIONS_MAX) {
    check.fault(path, `must have at most ${CONDITIONS_MAX} members`);
    return [];
  }
  return input.map((member, index) => checkCondition(check, member, `${path}[${index}]`));
}

const UNREADABLE: RuleCondition = {
  conditionType: '',
  operator: '',
  value: null,
  subConditions: [],
};

function checkCondition(check: Check, input: unknown, path: string): RuleCondition {
  if (!isObject(input)) {
    check.fault(path, 'must be an object');
    return UNREADABLE;
  }
  const isMember = path.includes('sub_conditions');
  if (input.condition_type === COMPOUND) return checkGroup(check, input, path, isMember);

  const type =
    typeof input.condition_type === 'string' ? conditionTypes.get(input.condition_type) : undefined;
  if (type === undefined) {
    const names = [...conditionTypes.keys(), ...(isMember ? [] : [COMPOUND])];
    check.fault(`${path}.condition_type`, `must be one of ${names.join(', ')}`);
    return UNREADABLE;
  }
  if (Array.isArray(input.sub_conditions) && input.sub_conditions.length > 0) {
    check.fault(`${path}.sub_conditions`, `belong only to conditions of type ${COMPOUND}`);
  }
  const of = ` for ${type.type}`;
  const operator = checkOperator(check, type.operators, input.operator, path, of);
  const value =
    operator !== null && takesValue(operator) ? checkValue(check, type, input.value, path) : null;
  return { conditionType: type.type, operator: operator ?? '', value, subConditions: [] };
}

function checkGroup(
  check: Check,
  input: Readonly<Record<string, unknown>>,
  path: string,
  isMember: boolean,
): RuleCondition {
  if (isMember) {
    check.fault(`${path}.condition_type`, `must not be ${COMPOUND}: groups are one level deep`);
    return UNREADABLE;
  }
  const operator = checkOperator(check, GROUP_OPERATORS, input.operator, path);
  const subConditions = checkConditions(check, input.sub_conditions, `${path}.sub_conditions`);
  return { conditionType: COMPOUND, operator: operator ?? '', value: null, subConditions };
}

function checkOperator(
  check: Check,
  operators: readonly string[],
  input: unknown,
  path: string,
  of = '',
): string | null {
  const operator = operators.find((candidate) => candidate === input);
  if (operator === undefined) {
    check.fault(`${path}.operator`, `must be one of ${operators.join(', ')}${of}`);
  }
  return operator ?? null;
}
