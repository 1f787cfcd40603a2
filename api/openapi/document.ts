import { COMPONENTS } from '../contract/components.ts';
import { UUID } from '../contract/json-schema.ts';
import type { JsonSchema } from '../contract/json-schema.ts';
import type { OperationSchema, Route } from '../http/route.ts';
import { ROUTES } from '../routes.ts';
import { errorAnswers } from './error-answers.ts';
import type { ErrorAnswer } from './error-answers.ts';
import { HEADERS, RATE_HEADERS, headers } from './headers.ts';
import { pathParameterNames } from './path-parameters.ts';
import { TAGS } from './tags.ts';

/** The OpenAPI 3.1 document of the route table. Pure: the same table gives the same document. */
export function buildOpenApiDocument(routes: readonly Route[] = ROUTES) {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const sharedAnswers: Record<string, JsonSchema> = {};
  for (const route of routes) {
    const path = (paths[route.path] ??= {});
    const errors = errorAnswers(route);
    for (const { name, answer } of errors) sharedAnswers[name] = answer;
    path[route.method] = operation(route, errors);
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
      responses: sharedAnswers,
      schemas: namedSchemas(routes),
    },
  };
}

/** By name, whoever brings them. */
function namedSchemas(routes: readonly Route[]): Record<string, JsonSchema> {
  const schemas = Object.assign(
    {},
    COMPONENTS,
    ...routes.map(({ schema }) => schema.named),
  ) as Record<string, JsonSchema>;
  return Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
}

export type OpenApiDocument = ReturnType<typeof buildOpenApiDocument>;

const INTRODUCTION = [
  'Import, rules and bank-sync service for personal-finance apps.',
  '',
  'Send an API key in the `X-Api-Key` header. Amounts are exact decimals as strings, seen from the',
  'account holder: money in is positive, money out is negative. Every error has the same body, and',
  'its `error` is a stable code; every answer has an `X-Request-Id`.',
].join('\n');

function operation(route: Route, errors: readonly ErrorAnswer[]): JsonSchema {
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
    responses: responses(route, errors),
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

function responses(route: Route, errors: readonly ErrorAnswer[]): JsonSchema {
  const answers: Record<string, JsonSchema> = {};
  for (const [status, { description, schema, mediaType = 'application/json' }] of Object.entries(
    route.schema.responses,
  )) {
    answers[status] = {
      description,
      headers: headers(RATE_HEADERS),
      ...(schema === undefined ? {} : { content: { [mediaType]: { schema } } }),
    };
  }
  for (const { status, name } of errors) {
    answers[status] = { $ref: `#/components/responses/${name}` };
  }
  return answers;
}
