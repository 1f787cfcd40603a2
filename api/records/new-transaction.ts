import {
  COUNT,
  CURRENCY,
  DATE,
  DECIMAL,
  nullable,
  object,
  ref,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

/** As many as one request may add. */
export const NEW_TRANSACTIONS_MAX = 500;

const NAME: JsonSchema = { type: 'string', minLength: 1, maxLength: 1000 };
const AMOUNT: JsonSchema = { ...DECIMAL, maxLength: 40 };

/** What a transaction and a line of a split share, but for the name. */
const ENTRY = {
  notes: { ...nullable({ type: 'string' }), maxLength: 10_000, examples: ['With Ana'] },
  category_id: nullable(UUID),
  merchant_id: nullable(UUID),
  tag_ids: { type: 'array', items: UUID, maxItems: 100 },
} satisfies Record<string, JsonSchema>;

const splitLine: JsonSchema = object(
  {
    amount: AMOUNT,
    name: { ...NAME, description: 'Default: that of the transaction.', examples: ['Lunch'] },
    ...ENTRY,
  },
  { optional: ['name', ...Object.keys(ENTRY)] },
);

/** Lines that add up to the amount. `min` is 0 where none make the transaction whole again. */
export const splitLines = (min: 0 | 2): JsonSchema => ({
  type: 'array',
  items: splitLine,
  maxItems: 100,
  minItems: min,
  examples: [
    [
      { amount: '-10.00', name: 'Lunch' },
      { amount: '-2.50', name: 'Tip' },
    ],
  ],
  description:
    'Its split lines, each a separate transaction; their amounts add up to that of the transaction.',
});

const FIELDS = {
  account_id: UUID,
  date: DATE,
  amount: AMOUNT,
  name: { ...NAME, examples: ['Corner Shop'] },
  currency: { ...CURRENCY, description: 'Default: that of the account.' },
  external_id: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    examples: ['shop-2026-03-01-1'],
    description:
      'Your own id, unique in the account: sent again, it adds nothing and answers what is there.',
  },
  excluded: { type: 'boolean', description: 'Left out of reports.' },
  ...ENTRY,
  splits: splitLines(2),
} satisfies Record<string, JsonSchema>;
const OPTIONAL = Object.keys(FIELDS).filter(
  (name) => !['account_id', 'date', 'amount', 'name'].includes(name),
);

export const newTransaction: JsonSchema = object(FIELDS, {
  optional: OPTIONAL,
  description: 'Money in is positive, money out is negative.',
});

export const newTransactions: JsonSchema = object(
  {
    ...FIELDS,
    transactions: {
      type: 'array',
      items: ref('NewTransaction'),
      minItems: 1,
      maxItems: NEW_TRANSACTIONS_MAX,
      description:
        'Many at once, in place of the other fields. An invalid one does not affect the others.',
    },
  },
  {
    optional: [...Object.keys(FIELDS), 'transactions'],
    description:
      'The fields of one transaction (account_id, date, amount and name are required), or `transactions` alone.',
  },
);

/** What became of each of many. */
export const addedTransactions: JsonSchema = object({
  data: {
    type: 'array',
    items: object({
      index: { ...COUNT, description: 'Its place in the request, from 0.' },
      status: { type: 'string', enum: ['created', 'duplicate', 'invalid'] },
      transaction: {
        anyOf: [ref('Transaction'), { type: 'null' }],
        description: 'As it is now; null for an invalid one.',
      },
      errors: { type: 'array', items: { type: 'string' }, examples: [[]] },
    }),
  },
  meta: object({ created: COUNT, duplicate: COUNT, invalid: COUNT }),
});
