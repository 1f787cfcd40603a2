import type { ApiKey } from '../../shared/households/api-keys.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';
import type { RateWindow } from '../http/rate-limit.ts';

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
