import { checkActions } from './check-actions.ts';
import { checkConditions } from './check-conditions.ts';
import { isDay } from '../days.ts';
import { isObject } from '../is-object.ts';
import type { Check, RuleFault } from './rule-fault.ts';
import { NAME_LENGTH_MAX } from '../records/lengths.ts';
import { isLongerThan } from '../text.ts';
import { RESOURCE_TYPES, type ResourceType, type RuleDraft } from './rule.ts';

export const PRIORITY_MAX = 1_000_000;

/** Either a rule that can be saved and run, or all its faults. */
export type RuleValidation =
  | { readonly rule: RuleDraft; readonly faults: readonly [] }
  | { readonly rule: null; readonly faults: readonly RuleFault[] };

export interface ValidateRuleOptions {
  /**
   * How values refer to records. `id` (the API): by UUID. `name` (imported files): by any text; the importer finds or
   * creates the record with that name.
   */
  readonly references?: 'id' | 'name';
  /**
   * Accepts actions that this service knows but cannot carry out: a file from another system may hold some, and the
   * importer skips such rules.
   */
  readonly acceptUnavailable?: boolean;
}

/**
 * Checks a rule as a client or a file sends it (snake_case keys) and turns it into what is stored. Does not check
 * ownership: only the store knows whether the ids belong to the household.
 */
export function validateRule(input: unknown, options: ValidateRuleOptions = {}): RuleValidation {
  const faults: RuleFault[] = [];
  const check: Check = {
    fault(path, message) {
      faults.push({ path, message });
      return null;
    },
    references: options.references ?? 'id',
    acceptUnavailable: options.acceptUnavailable ?? false,
  };
  if (!isObject(input)) {
    return { rule: null, faults: [{ path: '', message: 'must be an object' }] };
  }
  const rule: RuleDraft = {
    name: checkName(check, input.name),
    resourceType: checkResourceType(check, input.resource_type),
    active: checkFlag(check, 'active', input.active),
    effectiveDate: checkEffectiveDate(check, input.effective_date),
    priority: checkPriority(check, input.priority),
    stop: checkFlag(check, 'stop', input.stop),
    conditions: checkConditions(check, input.conditions, 'conditions'),
    actions: checkActions(check, input.actions),
  };
  return faults.length === 0 ? { rule, faults: [] } : { rule: null, faults };
}

function checkName(check: Check, name: unknown): string | null {
  if (name === undefined || name === null) return null;
  if (typeof name !== 'string' || isLongerThan(name.trim(), NAME_LENGTH_MAX)) {
    return check.fault('name', `must be a text of at most ${NAME_LENGTH_MAX} characters`);
  }
  return name.trim() === '' ? null : name.trim();
}

function checkResourceType(check: Check, resourceType: unknown): ResourceType {
  const known = RESOURCE_TYPES.find((candidate) => candidate === resourceType);
  if (known === undefined) {
    check.fault('resource_type', `must be ${RESOURCE_TYPES.join(' or ')}`);
  }
  return known ?? 'transaction';
}

function checkFlag(check: Check, path: 'active' | 'stop', flag: unknown): boolean {
  if (flag === undefined || flag === null) return false;
  if (typeof flag !== 'boolean') check.fault(path, 'must be true or false');
  return flag === true;
}

function checkPriority(check: Check, priority: unknown): number {
  if (priority === undefined || priority === null) return 0;
  if (
    typeof priority === 'number' &&
    Number.isInteger(priority) &&
    Math.abs(priority) <= PRIORITY_MAX
  ) {
    return priority;
  }
  check.fault('priority', `must be an integer from -${PRIORITY_MAX} to ${PRIORITY_MAX}`);
  return 0;
}

function checkEffectiveDate(check: Check, date: unknown): string | null {
  if (date === undefined || date === null) return null;
  if (typeof date === 'string') {
    if (date.trim() === '') return null;
    if (isDay(date)) return date;
  }
  return check.fault('effective_date', 'must be a date (YYYY-MM-DD)');
}
