import type { ApiKey } from '../../shared/households/api-keys.ts';
import type { RateWindow } from '../http/rate-limit.ts';
import { COUNT, nullable, object, TIMESTAMP } from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

/** The key that asks and its hourly limit; the limit's fields are null while no limit is on. */
export const usage: JsonSchema = object({
  api_key: object({
    name: { type: 'string' },
    scopes: { type: 'array', items: { type: 'string' } },
    last_used_at: nullable(TIMESTAMP),
    created_at: TIMESTAMP,
  }),
  rate_limit: object({
    tier: { type: 'string', enum: ['standard', 'unlimited'] },
    limit: nullable(COUNT),
    current_count: nullable(COUNT),
    remaining: nullable(COUNT),
    reset_in_seconds: nullable(COUNT),
    reset_at: nullable(TIMESTAMP),
  }),
});

/** The key's use; `hour` is null while no limit is on. */
export function presentUsage(
  key: ApiKey,
  hour: { limit: number; count: number; window: RateWindow } | null,
): Schemas['Usage'] {
  return {
    api_key: {
      name: key.name,
      scopes: key.scope === null ? [] : [key.scope],
      last_used_at: presentTimestamp(key.lastUsedAt),
      created_at: presentTimestamp(key.createdAt),
    },
    rate_limit: {
      tier: hour === null ? 'unlimited' : 'standard',
      limit: hour?.limit ?? null,
      current_count: hour?.count ?? null,
      remaining: hour === null ? null : Math.max(0, hour.limit - hour.count),
      reset_in_seconds: hour?.window.resetInSeconds ?? null,
      reset_at: hour === null ? null : presentTimestamp(hour.window.end),
    },
  };
}
