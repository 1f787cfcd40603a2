import type { JsonSchema } from '../contract/json-schema.ts';

/** The headers of the limit, by their name among the components. */
export const RATE_HEADERS = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;

/** The documented headers, by their name among the components. */
export const HEADERS: JsonSchema = {
  RequestId: {
    description: 'The id of this request, as in the log.',
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    description: 'Requests per clock hour; these three headers are sent only while a limit is on.',
    schema: { type: 'integer', minimum: 1 },
  },
  RateLimitRemaining: {
    description: 'Requests left in this hour.',
    schema: { type: 'integer', minimum: 0 },
  },
  RateLimitReset: {
    description: 'Seconds until the next full hour.',
    schema: { type: 'integer', minimum: 1, maximum: 3600 },
  },
  RetryAfter: {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', minimum: 0 },
  },
};

const WIRE_HEADERS: Readonly<Record<string, string>> = {
  RequestId: 'X-Request-Id',
  RateLimitLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RateLimitReset: 'X-RateLimit-Reset',
  RetryAfter: 'Retry-After',
};

/** The headers of an answer: the request id and these. */
export function headers(names: readonly string[]): JsonSchema {
  const referred: Record<string, JsonSchema> = {};
  for (const name of ['RequestId', ...names]) {
    referred[WIRE_HEADERS[name] ?? name] = { $ref: `#/components/headers/${name}` };
  }
  return referred;
}
