import { HOUSEHOLD_SCOPES, SCOPES } from '../../shared/households/api-key.ts';
import type { ApiKey } from '../../shared/households/api-keys.ts';
import * as s from '../openapi/json-schema.ts';
import { CREATED_AT, fieldsOf, ID, record } from './record.ts';

export const LAST_USED_AT = s.nullable(
  s.TIMESTAMP,
  'When it was last used, noted once a minute at most, in UTC; null before that.',
);

/** The scopes from the time when a key had only one; `scope` shows and takes only these. */
const SINGLE_SCOPES = ['read', 'read_write'] as const;

const MEANINGS = HOUSEHOLD_SCOPES.map((scope) => `\`${scope}\` ${SCOPES[scope]}`).join('; ');

export const presentApiKey = record<ApiKey, 'ApiKey'>(
  'ApiKey',
  'A key of the API, without its secret.',
  {
    id: ID,
    name: s.text('The name that people use.'),
    last_four: s.text('The last characters of the key, to recognise it.'),
    scope: {
      ...s.nullable(
        { type: 'string', enum: SINGLE_SCOPES },
        'The scope of a key that has only this one, `read` or `read_write`; null for every other key: see `scopes`.',
      ),
      read: ({ scopes: [scope, ...more] }) =>
        more.length > 0 ? null : (SINGLE_SCOPES.find((single) => single === scope) ?? null),
    },
    scopes: {
      ...s.list({ type: 'string', enum: HOUSEHOLD_SCOPES }, `What the key may do: ${MEANINGS}.`),
      read: ({ scopes }) => HOUSEHOLD_SCOPES.filter((scope) => scopes.includes(scope)),
    },
    expires_at: s.nullable(s.TIMESTAMP, 'When it stops working, in UTC; null: never.'),
    revoked_at: s.nullable(
      s.TIMESTAMP,
      'When it was revoked, in UTC; null while it is not. In the future for a key that was rotated: it works until then.',
    ),
    last_used_at: LAST_USED_AT,
    created_at: CREATED_AT,
  },
);

s.define('CreatedApiKey', 'A new key, with its secret.', 'all', {
  ...fieldsOf('ApiKey'),
  api_key: s.text('The key itself. It is shown only once and never stored.'),
});

s.define('NewApiKey', 'A new key.', ['name'], {
  name: { ...s.named('Unique among your unrevoked keys.'), examples: ['Spreadsheet'] },
  scope: s.choice(SINGLE_SCOPES, 'A single scope; `scopes` takes any instead.'),
  scopes: {
    type: 'array',
    items: { type: 'string', enum: HOUSEHOLD_SCOPES },
    minItems: 1,
    description: `What the key may do: ${MEANINGS}.`,
    examples: [['read', 'imports']],
  },
  expires_at: {
    type: ['string', 'null'],
    format: 'date-time',
    description:
      'When the key stops working; absent or null for never. A key that expires cannot make one that outlives it: absent, both stop at the same time.',
  },
});
