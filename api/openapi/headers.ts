import type { JsonSchema } from './json-schema.ts';
import type { Operation, Route } from '../http/route.ts';

/** The headers of the limit, by their name among the components. */
export const RATE_HEADERS = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;

/** The documented headers, by their name among the components. */
export const HEADERS: JsonSchema = {
  RequestId: {
    description: 'The id of this request, which the log has as well.',
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
  ETag: {
    description: 'Names this state of what is shown. Send it back in If-None-Match or If-Match.',
    schema: { type: 'string' },
  },
  IdempotencyReplayed: {
    description: '`true`: the answer to an earlier request with this Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
};

const WIRE_HEADERS: Readonly<Record<string, string>> = {
  RequestId: 'X-Request-Id',
  RateLimitLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RateLimitReset: 'X-RateLimit-Reset',
  RetryAfter: 'Retry-After',
  ETag: 'ETag',
  IdempotencyReplayed: 'Idempotency-Replayed',
};

/** The request headers that operations accept, by their name among the components. */
export const HEADER_PARAMETERS: Readonly<Record<string, JsonSchema>> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes the request safe to send again: for 24 hours the same key with the same request gets the same answer and has one effect. Take a new UUID for each new request.',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-+\\--~]+$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'The ETag of what you have: answers 304 while it is still the same.',
    required: false,
    schema: { type: 'string' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The ETag of the record that you change: answers 412 when it has changed since you read it.',
    required: false,
    schema: { type: 'string' },
  },
};

/** The names of the request headers of an operation. */
export function headerParameters({ method, responses }: Route): string[] {
  if (method === 'post') return ['IdempotencyKey'];
  if (method === 'get') return hasJsonAnswer(responses) ? ['IfNoneMatch'] : [];
  return ['IfMatch'];
}

/** Whether an operation answers JSON; only then do its answers to GET have an ETag. */
function hasJsonAnswer(responses: Operation['responses']): boolean {
  return Object.values(responses).some(
    ({ schema, mediaType = 'application/json' }) =>
      schema !== undefined && mediaType === 'application/json',
  );
}

/** The headers of an answer: the request id and these. */
export function headers(names: readonly string[]): JsonSchema {
  const referred: Record<string, JsonSchema> = {};
  for (const name of ['RequestId', ...names]) {
    referred[WIRE_HEADERS[name] ?? name] = { $ref: `#/components/headers/${name}` };
  }
  return referred;
}
