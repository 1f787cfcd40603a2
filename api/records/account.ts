import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '../../shared/ledger/accounts.ts';
import type { Account } from '../../shared/ledger/accounts.ts';
import type { AccountPair } from '../../shared/sync/store/account-suggestions.ts';
import * as s from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { CREATED_AT, ID, part, record, TIMES } from './record.ts';

const NAME = s.text(
  'The name that people use; until it is changed, a synced account has the bank’s name for it.',
);
const NEW_NAME: JsonSchema = { ...NAME, minLength: 1, maxLength: 255 };
const TYPE = s.choice(
  ACCOUNT_TYPES,
  'What kind of account it is. A debt is a negative balance, whatever the type.',
);
const NUMBER = s.nullable(
  s.TEXT,
  'The IBAN or number that the bank’s files use for the account, without blanks; null where none is known. Imports find the account by it.',
);
const NEW_NUMBER: JsonSchema = { ...NUMBER, maxLength: 255 };
const SUBTYPE = s.nullable(s.TEXT, 'A more specific kind, within the type; null without one.');

const link = part<NonNullable<Account['link']>, NonNullable<Schemas['Account']['provider']>>({
  connection_id: s.nullable(s.UUID, 'Null after its connection was deleted.'),
  provider_account_id: s.text('The id of the account at the provider.'),
  aggregator: s.nullable(
    s.TEXT,
    'The aggregator that the provider reads the bank through; null where it does not say.',
  ),
  state: s.choice(
    ['active', 'missing', 'disconnected', 'error'],
    '`missing`: the provider no longer lists it; `disconnected`: the bank has to be connected again, as the provider says or because its connection was deleted; `error`: the provider cannot read the bank.',
  ),
  ignored: s.field(s.FLAG, 'Left out of syncs.'),
  read_through: {
    ...s.nullable(s.DATE, 'The day of the last complete read; null before the first.'),
    read: ({ watermark }) => watermark,
  },
  last_synced_at: s.nullable(
    s.TIMESTAMP,
    'When its transactions were last read completely, in UTC; null before that.',
  ),
  last_error: s.nullable(
    s.ref('SyncNote'),
    'The first error of the last run that read it; null after one without errors.',
  ),
  limited_until: s.nullable(
    s.TIMESTAMP,
    'Until when runs skip it, because the provider limits this account alone. Null: it does not.',
  ),
  holdings: {
    ...s.choice(
      ['unknown', 'available', 'not_supported'],
      'Whether the bank reports the holdings of this account; `unknown` until it was asked.',
    ),
    read: ({ holdingsState }) => holdingsState,
  },
});

export const presentAccount = record<Account, 'Account'>(
  'Account',
  'An account of the household, synced with a bank or manual.',
  {
    id: ID,
    name: NAME,
    type: TYPE,
    subtype: SUBTYPE,
    currency: s.nullable(s.CURRENCY, 'Null until the provider names it.'),
    balance: s.nullable(
      s.DECIMAL,
      'The balance in `currency`, stated by the bank, an import or a person, or what follows from the opening one and the bookings; a debt is negative. Null until one is known.',
    ),
    balance_at: s.nullable(
      s.TIMESTAMP,
      'When the balance was stated, in UTC; null without one, and where it follows from the opening one.',
    ),
    opening_balance: s.nullable(
      s.DECIMAL,
      'The balance at the end of its opening day; null without one.',
    ),
    status: s.choice(
      ACCOUNT_STATUSES,
      '`disabled`: left out of net worth; `draft`: not complete yet, counts as active.',
    ),
    institution_name: s.nullable(s.TEXT, 'The bank; null where it is not known.'),
    number: NUMBER,
    provider: {
      ...s.nullable(link.schema, 'Its link to the bank; null for an account that is not synced.'),
      read: (account) => account.link && link.present(account.link),
    },
    ...TIMES,
  },
);

s.define('NewAccount', 'A manual account.', ['name'], {
  name: { ...NEW_NAME, examples: ['Wallet'] },
  type: { ...TYPE, default: 'Depository' },
  subtype: {
    ...s.nullable(
      s.TEXT,
      'One that the type has; for Vehicle, OtherAsset and OtherLiability any. Null: none.',
    ),
    maxLength: 100,
    examples: ['checking'],
  },
  currency: s.field(s.CURRENCY, 'Default: that of the household.'),
  opening_balance: {
    ...s.DECIMAL,
    maxLength: 40,
    default: '0',
    examples: ['100.00'],
    description: 'The balance at the end of the opening day; a debt is negative.',
  },
  opening_date: s.field(s.DATE, 'Default: two years ago. Later transactions change the balance.'),
  institution_name: {
    ...s.nullable(s.TEXT, 'The bank; null where it is not known.'),
    maxLength: 255,
    examples: ['Corner Bank'],
  },
  number: { ...NEW_NUMBER, examples: ['DE89370400440532013000'] },
});

s.change('AccountChange', 'Absent fields stay as they are.', {
  name: NEW_NAME,
  type: TYPE,
  subtype: { ...SUBTYPE, maxLength: 100 },
  number: NEW_NUMBER,
  opening_balance: { ...s.field(s.DECIMAL, 'Only of an account that has one.'), maxLength: 40 },
  ignored: s.field(
    s.FLAG,
    'True excludes the account from syncs. False includes it again and has its whole history read.',
  ),
});

const moved = (description: string): JsonSchema =>
  s.object(
    {
      moved: s.field(s.COUNT, 'Records that only the deleted account had.'),
      joined: s.field(s.COUNT, 'Records that both had, now merged.'),
    },
    { description },
  );

s.define(
  'AccountMerge',
  'The account that remains, and what became of the records of the other one.',
  'all',
  {
    account: s.ref('Account'),
    transactions: moved('The transactions of the deleted account.'),
    trades: moved('Its trades.'),
    holdings: moved('Its days of holdings.'),
    valuations: moved('Its valuations.'),
    balances: moved('Its imported balances.'),
  },
);

s.define('NewAccountMerge', 'Names the account that remains.', 'all', {
  into: s.field(s.UUID, 'The account to merge into, which remains.'),
});

export const presentAccountSuggestion = record<AccountPair, 'AccountSuggestion'>(
  'AccountSuggestion',
  'A new account that may be an existing one: accept to merge them, delete to keep both.',
  {
    id: ID,
    account: {
      ...s.field(s.ref('Account'), 'The newer account, which would be merged away.'),
      read: ({ account }) => presentAccount(account),
    },
    candidate: {
      ...s.field(s.ref('Account'), 'The account that it may be, which would remain.'),
      read: ({ candidate }) => presentAccount(candidate),
    },
    created_at: CREATED_AT,
  },
);
