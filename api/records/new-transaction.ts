import { DECIMAL_DIGITS_MAX, ID_LENGTH_MAX, TEXT_LENGTH_MAX } from '#preflight/records/lengths';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { ITS_ACCOUNT } from './record.ts';

/** The most that one request may add. */
export const NEW_TRANSACTIONS_MAX = 500;

// Fields of a transaction, in answers and requests.
export const DAY = s.field(s.DATE, 'The day on which the bank booked it.');
export const AMOUNT = s.field(
  s.DECIMAL,
  'What came in (positive) or went out (negative), in `currency`.',
);
export const NAME = s.text(
  'What is shown: the merchant or purpose, until a person or a rule changes it.',
);
export const NOTES = s.nullable(s.TEXT, 'Free text by a person; null without one.');
/** What people write about it. */
export const WORDS = { notes: NOTES };
export const CATEGORY = s.nullable(s.UUID, 'Its category; null without one.');
export const MERCHANT = s.nullable(s.UUID, 'Its merchant; null without one.');
export const TAGS = s.list(s.UUID, 'Its tags, in no particular order.');
export const ACTIVITY = s.nullable(
  s.TEXT,
  'What it is in a broker’s account, such as `Buy` or `Dividend`; null elsewhere.',
);
export const SPLIT_AMOUNT = s.field(s.DECIMAL, 'The part of the whole amount, with its sign.');

const NAME_CHARS = { minLength: 1, maxLength: TEXT_LENGTH_MAX };
const DECIMAL_CHARS = { maxLength: DECIMAL_DIGITS_MAX };

/** What a person can set on a transaction, or on a line of its split, besides amount and name. */
const ENTRY = {
  notes: { ...NOTES, maxLength: TEXT_LENGTH_MAX, examples: ['With Ana'] },
  category_id: CATEGORY,
  merchant_id: MERCHANT,
  tag_ids: { ...TAGS, maxItems: 100 },
} satisfies Record<string, JsonSchema>;

const SPLITS: JsonSchema = {
  ...s.list(
    s.object(
      {
        amount: { ...SPLIT_AMOUNT, ...DECIMAL_CHARS },
        name: {
          ...s.text('Default: that of the transaction.'),
          ...NAME_CHARS,
          examples: ['Lunch'],
        },
        ...ENTRY,
      },
      { required: ['amount'] },
    ),
    'Its split lines, each a separate transaction; their amounts add up to that of the transaction.',
  ),
  maxItems: 100,
  examples: [
    [
      { amount: '-10.00', name: 'Lunch' },
      { amount: '-2.50', name: 'Tip' },
    ],
  ],
};

const FIELDS = {
  account_id: ITS_ACCOUNT,
  date: DAY,
  amount: { ...AMOUNT, ...DECIMAL_CHARS },
  name: { ...NAME, ...NAME_CHARS, examples: ['Corner Shop'] },
  currency: s.field(s.CURRENCY, 'Default: that of the account.'),
  external_id: {
    type: 'string',
    minLength: 1,
    maxLength: ID_LENGTH_MAX,
    examples: ['shop-2026-03-01-1'],
    description:
      'Your own id, unique in the account: sending it again adds nothing and returns the existing transaction.',
  },
  excluded: s.field(s.FLAG, 'Left out of reports.'),
  ...ENTRY,
  splits: { ...SPLITS, minItems: 2 },
} satisfies Record<string, JsonSchema>;

export const newTransaction = s.object(FIELDS, {
  required: ['account_id', 'date', 'amount', 'name'],
});
s.component('NewTransaction', 'Money in is positive, money out is negative.', newTransaction);

s.define(
  'NewTransactions',
  'The fields of one transaction (account_id, date, amount and name are required), or `transactions` alone.',
  [],
  {
    ...FIELDS,
    transactions: {
      type: 'array',
      items: s.ref('NewTransaction'),
      minItems: 1,
      maxItems: NEW_TRANSACTIONS_MAX,
      description:
        'Many at once, in place of the other fields. An invalid one does not affect the others.',
    },
  },
);

s.define(
  'AddedTransactions',
  'What became of each of the transactions, in the order of the request.',
  'all',
  {
    data: s.list(
      s.object({
        index: s.field(s.COUNT, 'Its place in the request, from 0.'),
        status: s.choice(
          ['created', 'duplicate', 'invalid'],
          '`created`; `duplicate`: the account already has its external_id, nothing was added; `invalid`: see `errors`.',
        ),
        transaction: s.nullable(s.ref('Transaction'), 'As it is now; null for an invalid one.'),
        errors: {
          ...s.list(s.TEXT, 'What is wrong with an invalid one; else none.'),
          examples: [[]],
        },
      }),
      'One for each transaction of the request.',
    ),
    meta: s.object(
      {
        created: s.field(s.COUNT, 'Transactions that were added.'),
        duplicate: s.field(s.COUNT, 'Transactions that were there already.'),
        invalid: s.field(s.COUNT, 'Transactions that were refused.'),
      },
      { description: 'How many there are of each status.' },
    ),
  },
);

s.change(
  'TransactionEdit',
  'Absent fields stay. Fields that you send are locked against rules and the provider; those in `unlock` are released.',
  {
    name: { ...NAME, ...NAME_CHARS },
    excluded: s.field(s.FLAG, 'True: left out of reports.'),
    ...ENTRY,
    tag_ids: { ...ENTRY.tag_ids, description: 'Replaces the tags.' },
    account_id: ITS_ACCOUNT,
    date: DAY,
    amount: FIELDS.amount,
    splits: {
      ...SPLITS,
      minItems: 0,
      description: 'Replaces its lines; an empty list makes it whole again.',
    },
    unlock: {
      ...s.list(s.TEXT, 'Locked attributes to release: rules and the provider set them again.'),
      minItems: 1,
      maxItems: 20,
      examples: [['category_id']],
    },
  },
);
