import { COUNT, TIMESTAMP, nullable, object } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';

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
