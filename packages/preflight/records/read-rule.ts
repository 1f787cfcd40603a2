import { isObject } from '../is-object.ts';
import { actionTypes } from '../rules/registry.ts';
import { listReferences } from '../rules/references.ts';
import { ruleFaultMessages } from '../rules/rule-fault.ts';
import type { RuleDraft } from '../rules/rule.ts';
import { validateRule } from '../rules/validate-rule.ts';
import { isUuid } from '../uuid.ts';
import { isLongerThan } from '../text.ts';
import type { RecordData } from './field-kinds.ts';
import { ANYTHING, DATE, FLAG, isBlank, NAME } from './field-kinds.ts';
import { NAME_LENGTH_MAX } from './lengths.ts';

/** A Rule record, whose values still name categories, merchants, tags and accounts by name. */
export type RuleReading =
  /** `gone`: those ids among its values whose records were deleted before the export. */
  | { kind: 'rule'; rule: RuleDraft; gone: ReadonlySet<string> }
  /** Has neither conditions nor actions, or needs what this service does not have: it is left out. */
  | { kind: 'skipped'; unavailable: boolean }
  | {
      kind: 'fault';
      reason: 'invalid_rule' | 'value_too_long';
      field: string;
      value?: string;
      message: string;
    };

/** Reads the rule in a record; its id and effective date are checked as fields. */
export function readRule(data: RecordData): RuleReading {
  if (data['actions'] === undefined && data['conditions'] === undefined) {
    return { kind: 'skipped', unavailable: false };
  }
  const actions = list(data['actions']);
  if (actions.some((action) => isUnavailable(action['action_type']))) {
    return { kind: 'skipped', unavailable: true };
  }
  const gone = new Set<string>();
  const { rule, faults } = validateRule(
    {
      name: NAME.read(data['name']),
      resource_type: (scalar(data['resource_type']) ?? 'transaction').toLowerCase(),
      active: FLAG.read(data['active']),
      effective_date: DATE.read(data['effective_date']),
      priority: data['priority'],
      stop: FLAG.read(data['stop']),
      conditions: list(data['conditions']).map((entry) => condition(entry, gone)),
      actions: actions.map((action) => ({
        action_type: action['action_type'],
        value: operand(action, gone),
      })),
    },
    { references: 'name' },
  );
  if (rule === null) {
    const message = ruleFaultMessages(faults).slice(0, 3).join('; ');
    return { kind: 'fault', reason: 'invalid_rule', field: faults[0]?.path ?? 'rule', message };
  }
  // Categories, merchants and tags may be created for a rule, so their names must fit.
  const long = listReferences(rule).find(({ value }) =>
    isLongerThan(value.trim(), NAME_LENGTH_MAX),
  );
  if (long === undefined) return { kind: 'rule', rule, gone };
  const message = `${long.path} is longer than ${NAME_LENGTH_MAX} characters`;
  return { kind: 'fault', reason: 'value_too_long', field: long.path, value: long.value, message };
}

/** The value, or the name in `value_ref` when there is no value or only another system's uuid. */
function operand(entry: RecordData, gone: Set<string>): unknown {
  const value = entry['value'];
  const reference = entry['value_ref'];
  if (!isObject(reference)) return value;
  const name = scalar(reference['name']);
  if (name === null) {
    const id = scalar(reference['id']);
    if (!isBlank(value) || id === null || !isUuid(id)) return value;
    gone.add(id);
    return id;
  }
  return isBlank(value) || (typeof value === 'string' && isUuid(value.trim())) ? name : value;
}

/** Trimmed text; null when there is none. */
function scalar(value: unknown): string | null {
  const read = ANYTHING.read(value);
  return typeof read === 'string' && read.trim() !== '' ? read.trim() : null;
}

function list(value: unknown): RecordData[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

function condition(entry: RecordData, gone: Set<string>): Record<string, unknown> {
  const members = list(entry['sub_conditions'] ?? entry['conditions']);
  return {
    condition_type: entry['condition_type'],
    operator: entry['operator'],
    value: operand(entry, gone),
    ...(members.length === 0
      ? {}
      : { sub_conditions: members.map((member) => condition(member, gone)) }),
  };
}

/** Whether the service knows the action but lacks what it needs. */
function isUnavailable(actionType: unknown): boolean {
  return actionTypes.get(scalar(actionType) ?? '')?.unavailable !== undefined;
}
