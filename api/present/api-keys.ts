import type { ApiKey } from '../../shared/households/api-keys.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

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
