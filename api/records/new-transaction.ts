import {
  change,
  choice,
  component,
  COUNT,
  CURRENCY,
  DATE,
  DECIMAL,
  field,
  FLAG,
  list,
  nullable,
  object,
  ref,
  TEXT,
  text,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { ITS_ACCOUNT } from './record.ts';

/** As many as one request may add. */
export const NEW_TRANSACTIONS_MAX = 500;

// Fields of a transaction, in answers and requests.
export const DAY = field(DATE, 'The day on which the bank booked it.');
export const AMOUNT = field(
  DECIMAL,
  'What came in (positive) or went out (negative), in `currency`.',
);
export const NAME = text(
  'What is shown: the merchant or purpose, until a person or a rule changes it.',
);
export const NOTES = nullable(TEXT, 'A free text of a person; null without one.');
export const CATEGORY = nullable(UUID, 'Its category; null without one.');
export const MERCHANT = nullable(UUID, 'Its merchant; null without one.');
export const TAGS = list(UUID, 'Its tags, in no certain order.');
export const ACTIVITY = nullable(
  TEXT,
  'What it is in the account of a broker, such as `Buy` or `Dividend`; null elsewhere.',
);
export const SPLIT_AMOUNT = field(DECIMAL, 'The part of the whole amount, with its sign.');

const NAME_CHARS = { minLength: 1, maxLength: 1000 };
const DECIMAL_CHARS = { maxLength: 40 };

/** What a transaction and a line of a split share, but for the name. */
const ENTRY = {
  notes: { ...NOTES, maxLength: 10_000, examples: ['With Ana'] },
  category_id: CATEGORY,
  merchant_id: MERCHANT,
  tag_ids: { ...TAGS, maxItems: 100 },
} satisfies Record<string, JsonSchema>;

const SPLITS: JsonSchema = {
  ...list(
    object(
      {
        amount: { ...SPLIT_AMOUNT, ...DECIMAL_CHARS },
        name: {
          ...text('Default: that of the transaction.'),
          ...NAME_CHARS,
          examples: ['Lunch'],
        },
        ...ENTRY,
      },
      { required: ['amount'] },
    ),
    'Its split lines, each a transaction of its own; their amounts add up to that of the transaction.',
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
  currency: field(CURRENCY, 'Default: that of the account.'),
  external_id: {
    type: 'string',
    minLength: 1,
    maxLength: 255,
    examples: ['shop-2026-03-01-1'],
    description:
      'Your own id, unique in the account: sent again, it adds nothing and answers what is there.',
  },
  excluded: field(FLAG, 'Left out of reports.'),
  ...ENTRY,
  splits: { ...SPLITS, minItems: 2 },
} satisfies Record<string, JsonSchema>;

/** One transaction to add. */
export const newTransaction = object(FIELDS, {
  required: ['account_id', 'date', 'amount', 'name'],
});
component('NewTransaction', 'Money in is positive, money out is negative.', newTransaction);

component(
  'NewTransactions',
  'The fields of one transaction (account_id, date, amount and name are required), or `transactions` alone.',
  object(
    {
      ...FIELDS,
      transactions: {
        type: 'array',
        items: ref('NewTransaction'),
        minItems: 1,
        maxItems: NEW_TRANSACTIONS_MAX,
        description:
          'Many at once, in place of the other fields. One that is at fault does not keep out the others.',
      },
    },
    { required: [] },
  ),
);

component(
  'AddedTransactions',
  'What became of each of the transactions, in the order of the request.',
  object({
    data: list(
      object({
        index: field(COUNT, 'Its place in the request, from 0.'),
        status: choice(
          ['created', 'duplicate', 'invalid'],
          '`created`; `duplicate`: its external_id is there already, nothing was added; `invalid`: see `errors`.',
        ),
        transaction: nullable(ref('Transaction'), 'As it is now; null for an invalid one.'),
        errors: { ...list(TEXT, 'What is wrong with an invalid one; else none.'), examples: [[]] },
      }),
      'One for each transaction of the request.',
    ),
    meta: object(
      {
        created: field(COUNT, 'Transactions that were added.'),
        duplicate: field(COUNT, 'Transactions that were there already.'),
        invalid: field(COUNT, 'Transactions that were refused.'),
      },
      { description: 'How many there are of each status.' },
    ),
  }),
);

component(
  'TransactionEdit',
  'Absent fields stay. Fields that you send are locked against rules and the provider.',
  change({
    name: { ...NAME, ...NAME_CHARS },
    notes: { ...NOTES, maxLength: 10_000 },
    excluded: field(FLAG, 'True: left out of reports.'),
    category_id: CATEGORY,
    merchant_id: MERCHANT,
    tag_ids: { ...ENTRY.tag_ids, description: 'Replaces the tags.' },
    account_id: ITS_ACCOUNT,
    date: DAY,
    amount: FIELDS.amount,
    splits: {
      ...SPLITS,
      minItems: 0,
      description: 'Replaces its lines; none make it whole again.',
    },
  }),
);
