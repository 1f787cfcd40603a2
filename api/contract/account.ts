import { ACCOUNT_STATUSES, ACCOUNT_TYPES } from '../../shared/ledger/accounts.ts';
import { CURRENCY, DATE, DECIMAL, TIMESTAMP, UUID, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

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
