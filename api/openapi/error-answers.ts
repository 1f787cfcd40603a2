import { ERROR_CODES } from '../../shared/platform/errors.ts';
import type { ErrorCode } from '../../shared/platform/errors.ts';
import { groupBy } from '../../shared/platform/group-by.ts';
import { ERROR_RESPONSE } from '../records/error.ts';
import { pascalCase } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import type { Route } from '../http/route.ts';
import { RATE_HEADERS, headers } from './headers.ts';
import { pathParameterNames } from './path-parameters.ts';

/** Every operation can answer these, whatever it does. */
const SHARED_ERRORS: readonly ErrorCode[] = [
  'unauthorized',
  'insufficient_scope',
  // For a request that ends too late, also one with a body that the operation does not read.
  'request_timeout',
  'rate_limit_exceeded',
  'internal_server_error',
  'service_unavailable',
];
const JSON_BODY_ERRORS: readonly ErrorCode[] = [
  'bad_request',
  'payload_too_large',
  'unsupported_media_type',
  'validation_failed',
];
/** Errors that the request headers of an operation can cause. */
const HEADER_ERRORS: Readonly<Partial<Record<Route['method'], readonly ErrorCode[]>>> = {
  post: ['bad_request', 'idempotency_key_in_use', 'idempotency_key_reused'],
  patch: ['precondition_failed'],
  delete: ['precondition_failed'],
};

/** One documented error status of an operation. */
export interface ErrorAnswer {
  status: number;
  /** Its name among the components: operations with the same codes share the answer. */
  name: string;
  answer: JsonSchema;
}

/** Every error that an operation can answer, by status, lowest first. */
export function errorAnswers(route: Route): ErrorAnswer[] {
  return errorsByStatus(route).map(([status, codes]) => ({
    status,
    name: codes.map(pascalCase).join('Or'),
    answer: errorAnswer(status, codes),
  }));
}

/** All codes that an operation can answer, grouped by their status, lowest first. */
function errorsByStatus(route: Route): [status: number, codes: ErrorCode[]][] {
  const codes = new Set<ErrorCode>([...SHARED_ERRORS, ...(route.errors ?? [])]);
  for (const code of HEADER_ERRORS[route.method] ?? []) codes.add(code);
  // For a retry whose answer could not be kept.
  if (route.answersSecret === true) codes.add('conflict');
  if (route.body !== undefined) for (const code of JSON_BODY_ERRORS) codes.add(code);
  if (pathParameterNames(route.path).length > 0) codes.add('record_not_found');
  const queries = Object.values(route.query ?? {});
  if (route.lenient !== true || queries.some(({ lenient }) => lenient !== true)) {
    codes.add('validation_failed');
  }
  // Sorted, so that the same codes give the same answer in whatever order they were named.
  const groups = groupBy([...codes].sort(), (code) => ERROR_CODES[code].status);
  return [...groups].sort(([a], [b]) => a - b);
}

function errorAnswer(status: number, codes: ErrorCode[]): JsonSchema {
  return {
    description: codes.map((code) => `\`${code}\`: ${ERROR_CODES[code].meaning}`).join('\n\n'),
    headers: headers([
      ...(status === 401 ? [] : RATE_HEADERS),
      ...(status === 429 || status === 503 ? ['RetryAfter'] : []),
    ]),
    content: {
      'application/json': {
        schema: {
          allOf: [
            ERROR_RESPONSE,
            { type: 'object', properties: { error: { type: 'string', enum: codes } } },
          ],
        },
      },
    },
  };
}
