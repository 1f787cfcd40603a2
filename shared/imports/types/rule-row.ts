import { compileStrptime } from '../fields/strptime.ts';

const readIsoDate = compileStrptime('%Y-%m-%d');

/**
 * What is wrong with one cell of a rule row, or undefined. Judges the form alone: whether a
 * category, tag or account of the rule exists is only known when it is imported.
 */
export function findRuleFault(
  key: 'resource_type' | 'conditions' | 'actions' | 'effective_date',
  value: string,
): string | undefined {
  if (key === 'resource_type') {
    return value === 'transaction' ? undefined : 'resource_type must be "transaction"';
  }
  if (key === 'effective_date') {
    return readIsoDate(value) === undefined
      ? 'effective_date must be a date like 2025-03-31'
      : undefined;
  }
  const list = parseArray(value);
  if (list === undefined) return `${key} must be a JSON array of objects`;
  return key === 'conditions' ? findConditionsFault(list) : findActionsFault(list);
}

type JsonObject = Record<string, unknown>;

function parseArray(text: string): JsonObject[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(value)) return undefined;
  const items: unknown[] = value;
  return items.every(isObject) ? items : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** No conditions is valid: such a rule matches everything. */
function findConditionsFault(conditions: JsonObject[], nested = false): string | undefined {
  for (const condition of conditions) {
    const type = condition.condition_type;
    if (typeof type !== 'string' || type === '') return 'a condition lacks its condition_type';
    if (typeof condition.operator !== 'string' || condition.operator === '') {
      return `the condition ${type} lacks its operator`;
    }
    if (type !== 'compound') continue;
    if (nested) return 'a compound condition stands inside another one';
    const children = condition.sub_conditions ?? [];
    if (!Array.isArray(children) || !children.every(isObject)) {
      return 'sub_conditions must be an array of objects';
    }
    const fault = findConditionsFault(children, true);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function findActionsFault(actions: JsonObject[]): string | undefined {
  if (actions.length === 0) return 'a rule needs at least one action';
  const seen = new Set<string>();
  for (const action of actions) {
    const type = action.action_type;
    if (typeof type !== 'string' || type === '') return 'an action lacks its action_type';
    if (seen.has(type)) return `the action ${type} stands there twice`;
    seen.add(type);
  }
  return undefined;
}
