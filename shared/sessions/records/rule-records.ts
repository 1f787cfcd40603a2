import type { RuleFault } from '../../rules/rule-fault.ts';
import { ruleFaultMessages } from '../../rules/rule-fault.ts';
import type { RuleDraft } from '../../rules/rule.ts';
import { validateRule } from '../../rules/validate-rule.ts';
import type { RecordData } from './fields.ts';
import { flag, NAME_MAX, ownId, parseDay, reject, text } from './fields.ts';
import { actionTypes } from '../../rules/registry.ts';
import { isUuid } from '../../uuid.ts';
import { listReferences } from '../../rules/references.ts';
import { isLongerThan } from '../../text.ts';
import { isObject } from '../../is-object.ts';

/** A rule whose values still name categories, merchants, tags and accounts by name. */
export interface ImportedRule {
  sourceId: string;
  rule: RuleDraft;
  /** Ids among its values of records that were gone when the export was made: they stay, and match nothing. */
  gone: ReadonlySet<string>;
}

/** Value, or the name of `value_ref` when there is no value or only another system's uuid. */
function operand(entry: RecordData, gone: Set<string>): unknown {
  const value = entry['value'];
  const reference = entry['value_ref'];
  if (!isObject(reference)) return value;
  const name = text(reference, 'name');
  const blank =
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
  if (name === null) {
    const id = text(reference, 'id');
    if (!blank || id === null || !isUuid(id)) return value;
    gone.add(id);
    return id;
  }
  return blank || (typeof value === 'string' && isUuid(value.trim())) ? name : value;
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

/** Rule. Null when it needs an action that this service does not have: it is skipped. */
export function readRule(data: RecordData): ImportedRule | null {
  const actions = list(data['actions']);
  if (actions.some((action) => isUnavailable(text(action, 'action_type')))) {
    return null;
  }
  const gone = new Set<string>();
  const { rule, faults } = validateRule(
    {
      name: text(data, 'name'),
      resource_type: text(data, 'resource_type')?.toLowerCase() ?? 'transaction',
      active: flag(data, 'active'),
      effective_date: parseDay(text(data, 'effective_date')),
      conditions: list(data['conditions']).map((entry) => condition(entry, gone)),
      actions: actions.map((action) => ({
        action_type: action['action_type'],
        value: operand(action, gone),
      })),
    },
    { references: 'name' },
  );
  if (rule === null) throw invalidRule(faults);
  requireShortNames(rule);
  return { sourceId: ownId('Rule', data), rule, gone };
}

/** Whether the service knows the action, but lacks what it needs. */
function isUnavailable(actionType: string | null): boolean {
  return actionTypes.get(actionType ?? '')?.unavailable !== undefined;
}

/** Categories, merchants and tags may be made for a rule: their names must be such as they take. */
function requireShortNames(rule: RuleDraft): void {
  for (const { value, path } of listReferences(rule)) {
    if (!isLongerThan(value.trim(), NAME_MAX)) continue;
    const message = `${path} is longer than ${NAME_MAX} characters`;
    throw reject('Rule', 'value_too_long', path, value, message);
  }
}

function invalidRule(faults: readonly RuleFault[]): Error {
  const [first] = faults;
  return reject(
    'Rule',
    'invalid_rule',
    first?.path ?? 'rule',
    null,
    ruleFaultMessages(faults).slice(0, 3).join('; '),
  );
}
