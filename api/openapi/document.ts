import { exampleIdOf, exampleRecords, exampleRecordsById } from './example-ids.ts';
import { namedSchemas, UUID } from './json-schema.ts';
import type { JsonSchema } from './json-schema.ts';
import { openedBy } from '../http/authenticate.ts';
import type { Operation, Route } from '../http/route.ts';
import { ROUTES } from '../routes.ts';
import { errorAnswers } from './error-answers.ts';
import type { ErrorAnswer } from './error-answers.ts';
import { HEADERS, HEADER_PARAMETERS, RATE_HEADERS, headerParameters, headers } from './headers.ts';
import { pathParameterNames } from './path-parameters.ts';
import { sampleOf } from './sample.ts';
import type { Known } from './sample.ts';
import { TAGS } from './tags.ts';
import { describeDefaults } from './default-descriptions.ts';

/** The OpenAPI 3.1 document of the route table. */
export function buildOpenApiDocument() {
  const paths: Record<string, Record<string, JsonSchema>> = {};
  const sharedAnswers: Record<string, JsonSchema> = {};
  const schemas = componentSchemas();
  const records = exampleRecords(ROUTES);
  for (const route of ROUTES) {
    const path = (paths[route.path] ??= {});
    const errors = errorAnswers(route);
    for (const { name, answer } of errors) sharedAnswers[name] = answer;
    path[route.method] = operation(route, errors, { schemas, records });
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
      parameters: HEADER_PARAMETERS,
      responses: sharedAnswers,
      schemas,
    },
    // The ids of the examples, and where a client finds its own ids to use instead.
    'x-example-records': exampleRecordsById(records),
  };
}

function componentSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries(
    [...namedSchemas]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, describeDefaults(schema)]),
  );
}

export type OpenApiDocument = ReturnType<typeof buildOpenApiDocument>;

const INTRODUCTION = [
  'Import, rules and bank-sync service for personal-finance apps.',
  '',
  'Send an API key in the `X-Api-Key` header. Amounts are exact decimals as strings, seen from the',
  'account holder: money in is positive, money out is negative. Every error has the same body, and',
  'its `error` is a stable code; every answer has an `X-Request-Id`.',
  '',
  'Guides: [first steps and conventions](/docs/guides/api), [preflight](/docs/guides/preflight), [imports](/docs/guides/import),',
  '[bank sync](/docs/guides/sync), [rules](/docs/guides/rules), [errors](/docs/guides/errors).',
].join('\n');

function operation(route: Route, errors: readonly ErrorAnswer[], known: Known): JsonSchema {
  const sent = headerParameters(route).map((name) => ({ $ref: `#/components/parameters/${name}` }));
  const parameters = [...pathParameters(route, known), ...queryParameters(route), ...sent];
  return {
    operationId: route.operationId,
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    tags: [route.tag],
    externalDocs: TAGS.find(({ name }) => name === route.tag)?.externalDocs,
    'x-required-scopes': openedBy(route.scope),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(route.body && { requestBody: requestBody(route.body, route.example, known) }),
    responses: responses(route, errors, known),
  };
}

function pathParameters({ path, params, example: shown }: Route, known: Known): JsonSchema[] {
  return pathParameterNames(path).map((name) => {
    const own = params?.[name];
    const given = shown?.params?.[name];
    const sample = own === undefined ? exampleIdAt(path, known) : sampleOf(own, known);
    const example =
      own?.['type'] === 'integer' && given !== undefined ? Number(given) : (given ?? sample);
    return {
      name,
      in: 'path',
      description: own?.['description'] ?? whereFound(String(example), known),
      required: true,
      schema: own ?? UUID,
      example,
    };
  });
}

/** The id of the first record of the list that the path begins with. */
function exampleIdAt(path: string, { records }: Known): string {
  const [list] = path.split('/{');
  const isFirst = ([, record]: (typeof entries)[number]) =>
    record.list === list && record.index === undefined && record.field === undefined;
  const entries = Object.entries(records);
  return exampleIdOf(records, entries.find(isFirst)?.[0] ?? '');
}

/** Where the id in a path comes from. */
function whereFound(exampleId: string, { records }: Known): string {
  const { list = '', field = 'id' } = exampleRecordsById(records)[exampleId] ?? {};
  return `The id of the record: the \`${field}\` of a row of \`GET ${list.split('?')[0] ?? ''}\`.`;
}

function queryParameters({ query }: Operation): JsonSchema[] {
  return Object.entries(query ?? {}).map(([name, { description, schema }]) => {
    return { name, in: 'query', description, required: false, schema };
  });
}

function requestBody(
  body: NonNullable<Operation['body']>,
  example: Operation['example'],
  known: Known,
): JsonSchema {
  const schema = describeDefaults(body.json ?? {});
  return {
    required: body.required,
    content: {
      ...(body.json && {
        'application/json': { schema, example: example?.body ?? sampleOf(schema, known) },
      }),
      ...(body.multipart && { 'multipart/form-data': { schema: body.multipart } }),
      ...(body.urlencoded && { 'application/x-www-form-urlencoded': { schema: body.urlencoded } }),
    },
  };
}

function responses(route: Route, errors: readonly ErrorAnswer[], known: Known): JsonSchema {
  const answers: Record<string, JsonSchema> = {};
  for (const [status, answer] of Object.entries(route.responses)) {
    const { description, schema, mediaType = 'application/json' } = answer;
    answers[status] = {
      description,
      headers: headers([...RATE_HEADERS, ...ownHeaders(route, schema)]),
      ...(schema && { content: { [mediaType]: { schema, example: sampleOf(schema, known) } } }),
    };
  }
  if (headerParameters(route).includes('IfNoneMatch')) {
    answers['304'] = {
      description: 'Nothing has changed: use what you have.',
      headers: headers([...RATE_HEADERS, 'ETag']),
    };
  }
  for (const { status, name } of errors) {
    answers[status] = { $ref: `#/components/responses/${name}` };
  }
  return answers;
}

/** The headers of a success, in addition to those that all answers have. */
function ownHeaders(route: Route, schema: JsonSchema | undefined): string[] {
  const sent = headerParameters(route);
  if (sent.includes('IdempotencyKey')) return ['IdempotencyReplayed'];
  return schema !== undefined && sent.includes('IfNoneMatch') ? ['ETag'] : [];
}
