import { API_KEY_SCOPES } from '../../shared/households/api-key.ts';
import type { ApiKey } from '../../shared/households/api-keys.ts';
import * as s from '../openapi/json-schema.ts';
import { CREATED_AT, fieldsOf, ID, record } from './record.ts';

/** When it was last used. */
export const LAST_USED_AT = s.nullable(
  s.TIMESTAMP,
  'When it was last used, noted once a minute at most, in UTC; null before that.',
);

/** A key on the wire, without the key itself. */
export const presentApiKey = record<ApiKey, 'ApiKey'>(
  'ApiKey',
  'A key of the API, without its secret.',
  {
    id: ID,
    name: s.text('What people call it.'),
    last_four: s.text('The last characters of the key, to recognise it.'),
    scope: s.nullable(
      { type: 'string', enum: API_KEY_SCOPES },
      '`read` may read and check, `read_write` everything; null for a key without one.',
    ),
    expires_at: s.nullable(s.TIMESTAMP, 'When it stops working, in UTC; null: never.'),
    revoked_at: s.nullable(s.TIMESTAMP, 'When it was revoked, in UTC; null while it is not.'),
    last_used_at: LAST_USED_AT,
    created_at: CREATED_AT,
  },
);

s.component(
  'CreatedApiKey',
  'A new key, with its secret.',
  s.object({
    ...fieldsOf('ApiKey'),
    api_key: s.text('The key itself. It is shown only once and never stored.'),
  }),
);

s.component(
  'NewApiKey',
  'A key to make.',
  s.object(
    {
      name: {
        type: 'string',
        minLength: 1,
        maxLength: 255,
        description: 'Unique among your unrevoked keys.',
        examples: ['Spreadsheet'],
      },
      scope: s.choice(API_KEY_SCOPES, '`read_write` includes `read`.'),
      expires_at: {
        type: ['string', 'null'],
        format: 'date-time',
        description: 'When the key stops working; absent or null for never.',
      },
    },
    { required: ['name', 'scope'] },
  ),
);
