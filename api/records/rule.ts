import { CONDITIONS_MAX } from '#preflight/rules/check-conditions';
import { GROUP_OPERATORS, OPERATORS } from '#preflight/rules/operators';
import { actionTypes, conditionTypes } from '#preflight/rules/registry';
import { COMPOUND, RESOURCE_TYPES } from '#preflight/rules/rule';
import { PRIORITY_MAX } from '#preflight/rules/validate-rule';
import type { RuleText, StoredRule } from '../../shared/rules/store/rules.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { exampleId } from '../openapi/example-ids.ts';
import { CREATED_AT, ID, record, TIMES, UPDATED_AT } from './record.ts';
import { presentTimestampText } from './timestamp.ts';

/** A rule that any household with a category can create. */
export const RULE_EXAMPLE = {
  resource_type: 'transaction',
  name: 'Groceries',
  conditions: [{ condition_type: 'transaction_name', operator: 'like', value: 'migros' }],
  actions: [{ action_type: 'set_transaction_category', value: exampleId('category') }],
};

const A_CONDITION = 'A test of a transaction, or a group (`compound`) of tests.';
const AN_ACTION = 'A change to the transactions that match.';
const CONDITION_TYPE = s.text('What it looks at; the guide on rules lists the types.');
const OPERATOR = s.text('How it compares; the guide on rules lists those of each type.');
export const ACTION_TYPE = s.text('What it changes; the guide on rules lists the types.');
const RESOURCE_TYPE = s.choice(RESOURCE_TYPES, 'What the rule is about.');
const NAME = s.nullable(s.TEXT, 'What people call it; null without a name.');
const ACTIVE = s.field(s.FLAG, 'Only active rules run automatically.');
const EFFECTIVE_DATE = s.nullable(
  s.DATE,
  'Transactions before this day are not changed; null: all are.',
);
const PRIORITY: JsonSchema = {
  type: 'integer',
  description: 'Rules with a higher priority run first, equal ones by age.',
};
const ALL_CONDITIONS = 'All must be true. Without conditions, every transaction matches.';

s.define('RuleCondition', A_CONDITION, 'all', {
  id: ID,
  condition_type: CONDITION_TYPE,
  operator: OPERATOR,
  sub_conditions: s.list(
    s.ref('RuleCondition'),
    'The members of a `compound`; none for all others.',
  ),
  value: s.nullable(
    s.TEXT,
    'What it compares with, as text; null for operators and groups that need none.',
  ),
  ...TIMES,
});

s.define('RuleAction', AN_ACTION, 'all', {
  id: ID,
  action_type: ACTION_TYPE,
  value: s.nullable(s.TEXT, 'What it sets, as text; null for actions that need none.'),
  ...TIMES,
});

/** Its parts are stored as they appear in an answer. */
export const presentRule = record<StoredRule, 'Rule'>(
  'Rule',
  'What is done with transactions that meet conditions: after each sync and import, and on demand.',
  {
    id: ID,
    resource_type: RESOURCE_TYPE,
    active: ACTIVE,
    name: NAME,
    effective_date: EFFECTIVE_DATE,
    priority: PRIORITY,
    stop: s.field(s.FLAG, 'True: rules after this one do not see transactions that it matches.'),
    ...TIMES,
    conditions: {
      ...s.list(s.ref('RuleCondition'), ALL_CONDITIONS),
      read: ({ conditionDocuments }) => conditionDocuments,
    },
    actions: {
      ...s.list(s.ref('RuleAction'), 'Applied in this order.'),
      read: ({ actionDocuments }) => actionDocuments,
    },
  },
);

/** The same as JSON text. The parts, most of an answer, are neither parsed nor serialised again. */
export const presentRuleText = Object.assign(ruleText, { schema: s.ref('Rule') });

function ruleText(rule: RuleText): string {
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

const VALUE: JsonSchema = {
  type: ['string', 'number', 'null'],
  description:
    'Kept as text; null for types that take none. Records are named by id; the [guide on rules](/docs/guides/rules) lists what each type takes.',
};

/** A client may send back the answer of GET; this part of it is ignored. */
const READ_ONLY: Record<string, JsonSchema> = {
  id: { ...ID, readOnly: true },
  created_at: { ...CREATED_AT, readOnly: true },
  updated_at: { ...UPDATED_AT, readOnly: true },
};

s.define('NewRuleCondition', A_CONDITION, ['condition_type', 'operator'], {
  ...READ_ONLY,
  condition_type: { ...CONDITION_TYPE, enum: [...conditionTypes.keys(), COMPOUND] },
  operator: { ...OPERATOR, enum: [...Object.keys(OPERATORS), ...GROUP_OPERATORS] },
  value: VALUE,
  sub_conditions: {
    ...s.list(s.ref('NewRuleCondition'), 'Members of a `compound`; groups are one level deep.'),
    maxItems: CONDITIONS_MAX,
  },
});

s.define('NewRuleAction', AN_ACTION, ['action_type'], {
  ...READ_ONLY,
  action_type: {
    ...ACTION_TYPE,
    enum: [...actionTypes.values()]
      .filter((type) => type.unavailable === undefined)
      .map((type) => type.type),
  },
  value: VALUE,
});

const WRITABLE: Record<string, JsonSchema> = {
  ...READ_ONLY,
  resource_type: RESOURCE_TYPE,
  name: { ...NAME, maxLength: 255 },
  active: { ...ACTIVE, default: false },
  effective_date: EFFECTIVE_DATE,
  priority: { ...PRIORITY, minimum: -PRIORITY_MAX, maximum: PRIORITY_MAX, default: 0 },
  stop: {
    ...s.field(s.FLAG, 'Rules after this one do not see transactions that it matches.'),
    default: false,
  },
  conditions: { ...s.list(s.ref('NewRuleCondition'), ALL_CONDITIONS), maxItems: CONDITIONS_MAX },
  actions: {
    ...s.list(s.ref('NewRuleAction'), 'Applied in this order; each type once.'),
    minItems: 1,
    maxItems: actionTypes.size,
  },
};

s.define('NewRule', 'A new rule.', ['resource_type', 'actions'], WRITABLE);
s.define(
  'RuleChange',
  'Absent fields stay; conditions and actions are replaced as a whole.',
  [],
  WRITABLE,
);
