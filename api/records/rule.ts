import { CONDITIONS_MAX } from '#preflight/rules/check-conditions';
import { GROUP_OPERATORS, OPERATORS } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND, RESOURCE_TYPES } from '#preflight/rules/rule';
import { PRIORITY_MAX } from '#preflight/rules/validate-rule';
import type { RuleText, StoredRule } from '../../shared/rules/store/rules.ts';
import { COUNT, DATE, nullable, object, ref, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { exampleId } from './example-records.ts';
import { presentTimestamp, presentTimestampText } from './timestamp.ts';

/** A rule that a household with a category can make. */
export const RULE_EXAMPLE = {
  resource_type: 'transaction',
  name: 'Groceries',
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'migros' }],
  actions: [{ action_type: 'set_transaction_category', value: exampleId('category') }],
};

const TEXT: JsonSchema = { type: 'string' };
const RESOURCE_TYPE: JsonSchema = { type: 'string', enum: RESOURCE_TYPES };

export const ruleCondition: JsonSchema = object(
  {
    id: UUID,
    condition_type: TEXT,
    operator: TEXT,
    sub_conditions: { type: 'array', items: ref('RuleCondition') },
    value: nullable(TEXT),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
  },
  { description: 'A test of a transaction, or a group (`compound`) of tests.' },
);

export const ruleAction: JsonSchema = object(
  {
    id: UUID,
    action_type: TEXT,
    value: nullable(TEXT),
    created_at: TIMESTAMP,
    updated_at: TIMESTAMP,
  },
  { description: 'A change to the transactions that match.' },
);

export const rule: JsonSchema = object({
  id: UUID,
  resource_type: RESOURCE_TYPE,
  active: { type: 'boolean' },
  name: nullable(TEXT),
  effective_date: nullable(DATE),
  priority: { type: 'integer' },
  stop: { type: 'boolean' },
  conditions: { type: 'array', items: ref('RuleCondition') },
  actions: { type: 'array', items: ref('RuleAction') },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

const VALUE: JsonSchema = {
  type: ['string', 'number', 'null'],
  description:
    'Kept as text; null for types that take none. Records are named by id; the [guide on rules](/docs/guides/rules) lists what each type takes.',
};

/** A client may send back what GET answered; this part of it is ignored. */
const READ_ONLY: Record<string, JsonSchema> = {
  id: { ...UUID, readOnly: true },
  created_at: { ...TIMESTAMP, readOnly: true },
  updated_at: { ...TIMESTAMP, readOnly: true },
};
const READ_ONLY_NAMES = Object.keys(READ_ONLY);

export const newRuleCondition: JsonSchema = object(
  {
    ...READ_ONLY,
    condition_type: { type: 'string', enum: [...conditionTypes.keys(), COMPOUND] },
    operator: { type: 'string', enum: [...Object.keys(OPERATORS), ...GROUP_OPERATORS] },
    value: VALUE,
    sub_conditions: {
      type: 'array',
      maxItems: CONDITIONS_MAX,
      items: ref('NewRuleCondition'),
      description: 'Members of a `compound`; groups are one level deep.',
    },
  },
  { optional: [...READ_ONLY_NAMES, 'value', 'sub_conditions'] },
);

export const newRuleAction: JsonSchema = object(
  {
    ...READ_ONLY,
    action_type: {
      type: 'string',
      enum: [...actionTypes.values()]
        .filter((type) => type.unavailable === undefined)
        .map((type) => type.type),
    },
    value: VALUE,
  },
  { optional: [...READ_ONLY_NAMES, 'value'] },
);

const WRITABLE: Record<string, JsonSchema> = {
  ...READ_ONLY,
  resource_type: RESOURCE_TYPE,
  name: { ...nullable(TEXT), maxLength: 255 },
  active: { type: 'boolean', default: false },
  effective_date: {
    ...nullable(DATE),
    description: 'Transactions before this day are not changed; null: all are.',
  },
  priority: {
    type: 'integer',
    minimum: -PRIORITY_MAX,
    maximum: PRIORITY_MAX,
    default: 0,
    description: 'Rules with a higher priority run first, equal ones by age.',
  },
  stop: {
    type: 'boolean',
    default: false,
    description: 'Rules after this one do not see transactions that it matches.',
  },
  conditions: {
    type: 'array',
    maxItems: CONDITIONS_MAX,
    items: ref('NewRuleCondition'),
    description: 'All must be true. Without conditions, every transaction matches.',
  },
  actions: {
    type: 'array',
    minItems: 1,
    maxItems: actionTypes.size,
    items: ref('NewRuleAction'),
    description: 'Applied in this order; each type once.',
  },
};

export const newRule: JsonSchema = object(WRITABLE, {
  optional: [
    ...READ_ONLY_NAMES,
    'name',
    'active',
    'effective_date',
    'priority',
    'stop',
    'conditions',
  ],
});

export const ruleChange: JsonSchema = object(WRITABLE, {
  optional: Object.keys(WRITABLE),
  description: 'Absent fields stay; conditions and actions are replaced as a whole.',
});

const IGNORE_LOCKS: JsonSchema = {
  type: 'boolean',
  default: false,
  description: 'Change attributes that a person edited as well.',
};

export const newRuleRun: JsonSchema = object(
  { ignore_locks: IGNORE_LOCKS },
  { optional: ['ignore_locks'] },
);

export const ruleRun: JsonSchema = object({
  id: UUID,
  rule_id: {
    ...nullable(UUID),
    description: 'Null: all active rules, one after another.',
  },
  execution_type: { type: 'string', enum: ['manual', 'scheduled'] },
  trigger: { type: 'string', enum: ['request', 'sync', 'import', 'write'] },
  ignore_locks: { type: 'boolean' },
  status: {
    type: 'string',
    enum: ['pending', 'success', 'failed'],
    description: '`pending` until it ends; `started_at` is set once it is running.',
  },
  transactions_queued: { ...COUNT, description: 'Transactions that a rule matched.' },
  transactions_processed: { ...COUNT, description: 'Of those, how many were processed.' },
  transactions_modified: { ...COUNT, description: 'Of those, how many changed.' },
  transactions_blocked: {
    ...COUNT,
    description: 'Processed but not changed: locked, or already as the rule would set them.',
  },
  results: {
    type: 'array',
    description: 'Each rule that matched something or failed.',
    items: object({
      rule_id: UUID,
      matched: COUNT,
      modified: COUNT,
      error: nullable(TEXT),
    }),
  },
  error: nullable(object({ code: TEXT, message: TEXT })),
  started_at: nullable(TIMESTAMP),
  finished_at: nullable(TIMESTAMP),
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

const PREVIEW_OPTIONS: Record<string, JsonSchema> = {
  ignore_locks: IGNORE_LOCKS,
  sample_size: { type: 'integer', minimum: 0, maximum: 100, default: 20 },
};

export const newRulePreview: JsonSchema = object(PREVIEW_OPTIONS, {
  optional: Object.keys(PREVIEW_OPTIONS),
});

export const newDraftPreview: JsonSchema = object(
  { rule: ref('NewRule'), ...PREVIEW_OPTIONS },
  { optional: Object.keys(PREVIEW_OPTIONS) },
);

export const rulePreview: JsonSchema = object({
  rule_id: { ...nullable(UUID), description: 'Null: the rule is not saved.' },
  complete: {
    type: 'boolean',
    description:
      'False: the rule makes transfers and matches more than 50,000 transactions. Counts and sample are about the latest of them.',
  },
  matched_count: { ...COUNT, description: 'Transactions that the rule matches now.' },
  modified_count: { ...COUNT, description: 'Of those, how many a run would change.' },
  actions: {
    type: 'array',
    description: 'What each action would do, in its order.',
    items: object({
      action_type: TEXT,
      value: nullable(TEXT),
      changed_count: { ...COUNT, description: 'Transactions that it would change.' },
      locked_count: { ...COUNT, description: 'Transactions in which a lock prevents it.' },
    }),
  },
  sample: {
    type: 'array',
    description: 'The latest of the matched transactions, and what would change in each.',
    items: object({
      transaction: ref('Transaction'),
      changes: {
        type: 'array',
        items: object({
          action_type: TEXT,
          attribute: TEXT,
          old_value: nullable(TEXT),
          new_value: nullable(TEXT),
          locked: {
            type: 'boolean',
            description: 'A person edited it, so the rule does not change it.',
          },
        }),
      },
    }),
  },
});

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
