import { API_KEY_SCOPES } from '../../shared/households/api-key.ts';
import type { ApiKey } from '../../shared/households/api-keys.ts';
import { nullable, object, TIMESTAMP, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

const SCOPE: JsonSchema = { type: 'string', enum: API_KEY_SCOPES };

const FIELDS: Record<string, JsonSchema> = {
  id: UUID,
  name: { type: 'string' },
  last_four: { type: 'string', description: 'The last characters of the key, to recognise it.' },
  scope: nullable(SCOPE),
  expires_at: nullable(TIMESTAMP),
  revoked_at: nullable(TIMESTAMP),
  last_used_at: {
    ...nullable(TIMESTAMP),
    description: 'When it was last used, noted once a minute at most, in UTC; null before that.',
  },
  created_at: TIMESTAMP,
};

export const apiKey: JsonSchema = object(FIELDS);

export const createdApiKey: JsonSchema = object({
  ...FIELDS,
  api_key: {
    type: 'string',
    description: 'The key itself. It is shown only once and never stored.',
  },
});

export const newApiKey: JsonSchema = object(
  {
    name: {
      type: 'string',
      minLength: 1,
      maxLength: 255,
      description: 'Unique among your unrevoked keys.',
      examples: ['Spreadsheet'],
    },
    scope: { ...SCOPE, description: '`read_write` includes `read`.' },
    expires_at: {
      type: ['string', 'null'],
      format: 'date-time',
      description: 'When the key stops working; absent or null for never.',
    },
  },
  { optional: ['expires_at'] },
);

/** A key on the wire, without the key itself. */
export function presentApiKey(key: ApiKey): Schemas['ApiKey'] {
  return {
    id: key.id,
    name: key.name,
    last_four: key.lastFour,
    scope: key.scope,
    expires_at: presentTimestamp(key.expiresAt),
    revoked_at: presentTimestamp(key.revokedAt),
    last_used_at: presentTimestamp(key.lastUsedAt),
    created_at: presentTimestamp(key.createdAt),
  };
}
