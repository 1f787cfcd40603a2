import { ERROR_CODES } from '../../shared/errors.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import { COMPONENTS } from '../contract/components.ts';
import { UUID, ref } from '../contract/json-schema.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { OperationSchema, Route } from '../http/route.ts';
import { ROUTES } from '../routes.ts';
import { TAGS } from './tags.ts';

/** Every operation can answer these, whatever it does. */
const SHARED_ERRORS: readonly ErrorCode[] = [
  'unauthorized',
  'insufficient_scope',
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
const RATE_HEADERS = ['RateLimitLimit', 'RateLimitRemaining', 'RateLimitReset'] as const;

/** The OpenAPI 3.1 document of the route table. Pure: the same table gives the same document. */
export function buildOpenApiDocument(routes: readonly Route[] = ROUTES) {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    path[route.method] = operation(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Ledgerline',
      version: 'v1',
      description: INTRODUCTION,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This installation' }],
    security: [{ ApiKey: [] }],
    tags: TAGS,
    paths,
    components: {
      securitySchemes: {
        ApiKey: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
      headers: HEADERS,
      schemas: COMPONENTS,
    },
  };
}

export type OpenApiDocument = ReturnType<typeof buildOpenApiDocument>;

const INTRODUCTION = [
  'Import, rules and bank-sync service for personal-finance apps.',
  '',
  'Send an API key in the `X-Api-Key` header. Amounts are exact decimals as strings, seen from the',
  'account holder: money in is positive, money out is negative. Every error has the same body, and',
  'its `error` is a stable code; every answer has an `X-Request-Id`.',
].join('\n');

const HEADERS: JsonSchema = {
  RequestId: {
    description: 'The id of this request, as it stands in the log.',
    schema: { type: 'string' },
  },
  RateLimitLimit: {
    description: 'Requests per clock hour; the three are there only while a limit is on.',
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

function operation(route: Route): JsonSchema {
  const { schema } = route;
  const parameters = [...pathParameters(route), ...queryParameters(schema)];
  return {
    operationId: schema.operationId,
    summary: schema.summary,
    ...(schema.description === undefined ? {} : { description: schema.description }),
    tags: [schema.tag],
    'x-required-scope': route.scope,
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(schema.body === undefined ? {} : { requestBody: requestBody(schema.body) }),
    responses: responses(route),
  };
}

function pathParameters({ path, schema }: Route): JsonSchema[] {
  return pathParameterNames(path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: schema.params?.[name] ?? UUID,
  }));
}

/** The names in braces of a path. */
export function pathParameterNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

function queryParameters(schema: OperationSchema): JsonSchema[] {
  return Object.entries(schema.query ?? {}).map(([name, parameter]) => ({
    name,
    in: 'query',
    description: parameter.description,
    required: parameter.required ?? false,
    schema: parameter.schema,
  }));
}

function requestBody(body: NonNullable<OperationSchema['body']>): JsonSchema {
  return {
    required: body.required,
    ...(body.description === undefined ? {} : { description: body.description }),
    content: {
      ...(body.json === undefined ? {} : { 'application/json': { schema: body.json } }),
      ...(body.multipart === undefined
        ? {}
        : { 'multipart/form-data': { schema: body.multipart } }),
      ...(body.urlencoded === undefined
        ? {}
        : { 'application/x-www-form-urlencoded': { schema: body.urlencoded } }),
    },
  };
}

function responses(route: Route): JsonSchema {
  const answers: Record<string, JsonSchema> = {};
  for (const [status, { description, schema, mediaType = 'application/json' }] of Object.entries(
    route.schema.responses,
  )) {
    answers[status] = {
      description,
      headers: headers([...RATE_HEADERS]),
      ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
    };
  }
  for (const [status, codes] of errorsByStatus(route)) answers[status] = errorAnswer(status, codes);
  return answers;
}

/** All codes that an operation can answer, grouped by their status, lowest first. */
function errorsByStatus(route: Route): [status: number, codes: ErrorCode[]][] {
  const { schema } = route;
  const codes = new Set<ErrorCode>([...SHARED_ERRORS, ...(schema.errors ?? [])]);
  if (schema.body !== undefined) for (const code of JSON_BODY_ERRORS) codes.add(code);
  if (pathParameterNames(route.path).length > 0) codes.add('record_not_found');
  const queries = Object.values(schema.query ?? {});
  if (queries.some((parameter) => parameter.lenient !== true)) codes.add('validation_failed');
  if (queries.some((parameter) => parameter.required === true)) codes.add('bad_request');
  const groups = new Map<number, ErrorCode[]>();
  for (const code of codes) {
    const { status } = ERROR_CODES[code];
    groups.set(status, [...(groups.get(status) ?? []), code]);
  }
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
            ref('ErrorResponse'),
            { type: 'object', properties: { error: { type: 'string', enum: codes } } },
          ],
        },
      },
    },
  };
}

const WIRE_HEADERS: Readonly<Record<string, string>> = {
  RequestId: 'X-Request-Id',
  RateLimitLimit: 'X-RateLimit-Limit',
  RateLimitRemaining: 'X-RateLimit-Remaining',
  RateLimitReset: 'X-RateLimit-Reset',
  RetryAfter: 'Retry-After',
};

function headers(names: readonly string[]): JsonSchema {
  const referred: Record<string, JsonSchema> = {};
  for (const name of ['RequestId', ...names]) {
    referred[WIRE_HEADERS[name] ?? name] = { $ref: `#/components/headers/${name}` };
  }
  return referred;
}
