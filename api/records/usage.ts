import type { ApiKey } from '../../shared/households/api-keys.ts';
import type { RateWindow } from '../http/rate-limit.ts';
import * as s from '../openapi/json-schema.ts';
import type { Schemas } from '../openapi/json-schema.ts';
import { LAST_USED_AT } from './api-key.ts';
import { CREATED_AT, part, record } from './record.ts';

/** The requesting key and its count in this hour; `hour` is null while no limit is on. */
interface Use {
  readonly key: ApiKey;
  readonly hour: { limit: number; count: number; window: RateWindow } | null;
}

const key = part<ApiKey, Schemas['Usage']['api_key']>({
  name: s.text('The name that people use.'),
  scopes: { ...s.list(s.TEXT, 'What the key may do.'), read: ({ scopes }) => [...scopes] },
  last_used_at: LAST_USED_AT,
  created_at: CREATED_AT,
});

const limit = part<Use['hour'], Schemas['Usage']['rate_limit']>({
  tier: {
    ...s.choice(['standard', 'unlimited'], '`unlimited` while no limit is on.'),
    read: (hour) => (hour === null ? 'unlimited' : 'standard'),
  },
  limit: {
    ...s.nullable(s.COUNT, 'Requests per clock hour; null without a limit.'),
    read: (hour) => hour?.limit ?? null,
  },
  current_count: {
    ...s.nullable(s.COUNT, 'Requests in this hour; null without a limit.'),
    read: (hour) => hour?.count ?? null,
  },
  remaining: {
    ...s.nullable(s.COUNT, 'Requests left in this hour; null without a limit.'),
    read: (hour) => hour && Math.max(0, hour.limit - hour.count),
  },
  reset_in_seconds: {
    ...s.nullable(s.COUNT, 'Seconds until the next full hour; null without a limit.'),
    read: (hour) => hour?.window.resetInSeconds ?? null,
  },
  reset_at: {
    ...s.nullable(s.TIMESTAMP, 'The next full hour, in UTC; null without a limit.'),
    read: (hour) => hour?.window.end ?? null,
  },
});

export const presentUsage = record<Use, 'Usage'>(
  'Usage',
  'The key of this request, and its hourly limit.',
  {
    api_key: {
      ...s.field(key.schema, 'The key of this request.'),
      read: (use) => key.present(use.key),
    },
    rate_limit: {
      ...s.field(limit.schema, 'The limit of the key; its figures are null while no limit is on.'),
      read: ({ hour }) => limit.present(hour),
    },
  },
);
