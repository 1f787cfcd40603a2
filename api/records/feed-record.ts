import { FEED_TYPE_NAMES } from '../../shared/changes/feed-types.ts';
import type { FeedTypeName } from '../../shared/changes/feed-types.ts';
import type { RecurringTransaction } from '../../shared/ledger/recurring-transactions.ts';
import type { StatedBalance } from '../../shared/ledger/stated-balances.ts';
import type { RejectedTransfer, Transfer } from '../../shared/transfers/store/transfers.ts';
import * as s from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { CREATED_AT, ID, ITS_ACCOUNT, ITS_CURRENCY, record, TIMES } from './record.ts';

// Records without a list of their own: only the feed has them.

export const presentStatedBalance = record<StatedBalance, 'StatedBalance'>(
  'StatedBalance',
  'The balance of an account at the end of a day, as the bank or a file stated it.',
  {
    id: ID,
    account_id: ITS_ACCOUNT,
    date: s.field(s.DATE, 'The day, at whose end it was true.'),
    balance: s.field(s.DECIMAL, 'In `currency`; a debt is negative.'),
    cash_balance: s.nullable(s.DECIMAL, 'The part that is cash; null where not stated.'),
    currency: ITS_CURRENCY,
    ...TIMES,
  },
);

export const presentRecurringTransaction = record<RecurringTransaction, 'RecurringTransaction'>(
  'RecurringTransaction',
  'A payment that comes every month, as an import brought it.',
  {
    id: ID,
    account_id: s.nullable(s.UUID, 'The account; null where it is not known.'),
    merchant_id: s.nullable(s.UUID, 'The merchant; null without one.'),
    name: s.nullable(s.TEXT, 'What people call it; null where the merchant says it.'),
    amount: s.field(s.DECIMAL, 'Money in is positive, money out is negative.'),
    currency: ITS_CURRENCY,
    expected_day_of_month: {
      type: 'integer',
      minimum: 1,
      maximum: 31,
      description: 'The day of the month on which it is expected.',
    },
    last_occurrence_date: s.field(s.DATE, 'When it came last.'),
    next_expected_date: s.field(s.DATE, 'When it is expected next.'),
    status: s.choice(['active', 'inactive'], 'Whether it is still expected.'),
    occurrence_count: s.field(s.COUNT, 'How often it came.'),
    ...TIMES,
  },
);

const SIDES = {
  id: ID,
  inflow_transaction_id: s.field(s.UUID, 'The transaction with which the money arrived.'),
  outflow_transaction_id: s.field(s.UUID, 'The transaction with which it left.'),
};

export const presentTransfer = record<Transfer, 'Transfer'>(
  'Transfer',
  'Two transactions that are one movement of money between accounts.',
  {
    ...SIDES,
    status: s.choice(['pending', 'confirmed'], 'Whether it is certain.'),
    notes: s.nullable(s.TEXT, 'Notes on it; null without.'),
    ...TIMES,
  },
);

export const presentRejectedTransfer = record<RejectedTransfer, 'RejectedTransfer'>(
  'RejectedTransfer',
  'Two transactions that look like a transfer but are not one: a person said so.',
  { ...SIDES, created_at: CREATED_AT },
);

/** The schema of the records of a type. A `balance` is a StatedBalance, not the balance of an account. */
const schemaOf = (type: FeedTypeName) =>
  s.ref((type === 'balance' ? 'StatedBalance' : s.pascalCase(type)) as keyof Schemas);

export const FEED_ITEM = s.define(
  'FeedItem',
  'A record that was written or deleted, as it is now.',
  'all',
  {
    type: s.choice(FEED_TYPE_NAMES, 'What kind of record it is.'),
    id: ID,
    household_id: s.field(s.UUID, 'The household that has it.'),
    operation: s.choice(['upsert', 'delete'], 'Store `record`, or remove your copy of it.'),
    record: {
      anyOf: [...FEED_TYPE_NAMES.map(schemaOf), { type: 'null' }],
      description: 'As the GET of its kind shows it; null when it is gone.',
    },
    cause: {
      anyOf: [
        s.object({
          by: s.choice(
            ['key', 'import', 'sync', 'rule', 'transfer', 'undo'],
            'What kind of write: a request, an import or import session, a sync, a rule run, the pairing of transfers, an undo.',
          ),
          id: s.field(
            s.UUID,
            'The key, the import or import session, the sync or the rule run; for an undo, its import.',
          ),
        }),
        { type: 'null' },
      ],
      description:
        'What wrote it last; null for what the service did on its own, and for what was there already.',
    },
    changed_at: s.nullable(
      s.TIMESTAMP,
      'When that began, in UTC; null for what was there already.',
    ),
  },
);
