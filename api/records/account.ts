import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '../../shared/ledger/accounts.ts';
import type { Account } from '../../shared/ledger/accounts.ts';
import {
  COUNT,
  CURRENCY,
  DATE,
  DECIMAL,
  nullable,
  object,
  ref,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

const TEXT: JsonSchema = { type: 'string' };
const NAME: JsonSchema = { type: 'string', minLength: 1, maxLength: 255 };

/** An account's link to the provider; null for accounts that are not synced. */
const providerLink: JsonSchema = object({
  connection_id: { ...nullable(UUID), description: 'Null after its connection was deleted.' },
  provider_account_id: TEXT,
  aggregator: nullable(TEXT),
  state: { type: 'string', enum: ['active', 'missing', 'disconnected', 'error'] },
  ignored: { type: 'boolean', description: 'Left out of syncs.' },
  read_through: {
    ...nullable(DATE),
    description: 'The day of the last complete read; null before the first.',
  },
  last_synced_at: {
    ...nullable(TIMESTAMP),
    description: 'When its transactions were last read completely, in UTC; null before that.',
  },
  last_error: {
    anyOf: [{ $ref: '#/components/schemas/SyncNote' }, { type: 'null' }],
    description: 'The first error of the last run that read it; null after one without errors.',
  },
  limited_until: {
    ...nullable(TIMESTAMP),
    description:
      'The provider limits this account alone: runs skip it until then. Null: it does not.',
  },
  holdings: { type: 'string', enum: ['unknown', 'available', 'not_supported'] },
});

export const account: JsonSchema = object({
  id: UUID,
  name: TEXT,
  type: { type: 'string', enum: ACCOUNT_TYPES },
  subtype: nullable(TEXT),
  currency: { ...nullable(CURRENCY), description: 'Null until the provider names it.' },
  balance: nullable(DECIMAL),
  balance_at: {
    ...nullable(TIMESTAMP),
    description: 'When the balance was true, in UTC; null without a balance.',
  },
  status: { type: 'string', enum: ACCOUNT_STATUSES },
  institution_name: nullable(TEXT),
  provider: { anyOf: [providerLink, { type: 'null' }] },
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

export const newAccount: JsonSchema = object(
  {
    name: { ...NAME, examples: ['Wallet'] },
    type: { type: 'string', enum: ACCOUNT_TYPES, default: 'Depository' },
    subtype: {
      ...nullable(TEXT),
      maxLength: 100,
      examples: ['checking'],
      description:
        'One that the type has; of Vehicle, OtherAsset and OtherLiability any. Null: none.',
    },
    currency: { ...CURRENCY, description: 'Default: that of the household.' },
    opening_balance: {
      ...DECIMAL,
      maxLength: 40,
      default: '0',
      examples: ['100.00'],
      description: 'What was in it at the end of the opening day; a debt is negative.',
    },
    opening_date: {
      ...DATE,
      description: 'Default: two years ago. Later transactions change the balance.',
    },
    institution_name: { ...nullable(TEXT), maxLength: 255, examples: ['Corner Bank'] },
  },
  {
    optional: [
      'type',
      'subtype',
      'currency',
      'opening_balance',
      'opening_date',
      'institution_name',
    ],
  },
);

export const accountChange: JsonSchema = {
  type: 'object',
  description: 'Absent fields stay as they are.',
  minProperties: 1,
  additionalProperties: false,
  properties: {
    name: NAME,
    type: { type: 'string', enum: ACCOUNT_TYPES },
    subtype: { ...nullable({ type: 'string' }), maxLength: 100 },
    ignored: {
      type: 'boolean',
      description:
        'True excludes the account from syncs. False includes it again and has its whole history read.',
    },
  },
};

const MOVED: JsonSchema = object({
  moved: { ...COUNT, description: 'Records that only the deleted account had.' },
  joined: { ...COUNT, description: 'Records that both had, now merged.' },
});

export const accountMerge: JsonSchema = object({
  account: ref('Account'),
  transactions: MOVED,
  trades: MOVED,
  holdings: MOVED,
  valuations: MOVED,
  balances: MOVED,
});

export const newAccountMerge: JsonSchema = object({
  into: { ...UUID, description: 'The account to merge into, which remains.' },
});

export const accountSuggestion: JsonSchema = object({
  id: UUID,
  account: ref('Account'),
  candidate: ref('Account'),
  created_at: TIMESTAMP,
});

/** An account on the wire. */
export function presentAccount({ link, ...account }: Account): Schemas['Account'] {
  return {
    id: account.id,
    name: account.name,
    type: account.type,
    subtype: account.subtype,
    currency: account.currency,
    balance: account.balance,
    balance_at: presentTimestamp(account.balanceAt),
    status: account.status,
    institution_name: account.institutionName,
    provider:
      link === null
        ? null
        : {
            connection_id: link.connectionId,
            provider_account_id: link.providerAccountId,
            aggregator: link.aggregator,
            state: link.state,
            ignored: link.ignored,
            read_through: link.watermark,
            last_synced_at: presentTimestamp(link.lastSyncedAt),
            last_error: link.lastError,
            limited_until: presentTimestamp(link.limitedUntil),
            holdings: link.holdingsState,
          },
    created_at: presentTimestamp(account.createdAt),
    updated_at: presentTimestamp(account.updatedAt),
  };
}
