import { isObject } from '#preflight/is-object';
import type { Route } from '../http/route.ts';
import { describeDefaults } from '../openapi/default-descriptions.ts';
import { field, referredName, resolved, UUID } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { pathParameterNames } from '../openapi/path-parameters.ts';

/** The most rows on a page. */
export const TOOL_ROWS_MAX = 50;
/** The argument of a write that makes a repeated call harmless. */
export const IDEMPOTENCY_KEY = 'idempotency_key';

/** One object with everything that the operation takes: path, query and fields of the body, whose names never clash. */
export function inputSchemaOf(route: Route): JsonSchema {
  const definitions: Record<string, unknown> = {};
  const body = describeDefaults(resolved(route.body?.json ?? {}));
  const path = pathParameterNames(route.path).map((name) => [name, ITS_ID] as const);
  const query = Object.entries(route.query ?? {})
    // A cursor is enough, and stays correct while rows are added.
    .filter(([name]) => name !== 'page')
    .map(([name, { schema, description }]) => [name, { ...schema, description }] as const);
  const fields = Object.entries((body['properties'] ?? {}) as Record<string, JsonSchema>);
  const properties = portable(
    Object.fromEntries([
      ...path,
      ...[...query, ...fields].map(([name, schema]) => [name, NARROWER[name] ?? schema] as const),
      ...('write' in route ? [KEY] : []),
    ]),
    definitions,
  );
  return {
    type: 'object',
    properties,
    required: [...path.map(([name]) => name), ...((body['required'] ?? []) as string[])],
    additionalProperties: false,
    ...(Object.keys(definitions).length === 0 ? {} : { $defs: definitions }),
  };
}

const ITS_ID = field(UUID, 'The `id` of the record, as lists show it.');

/** Tighter bounds than in the API: an assistant reads the whole of an answer, and a call is one JSON text. */
const NARROWER: Readonly<Record<string, JsonSchema>> = {
  per_page: {
    type: 'integer',
    minimum: 1,
    maximum: TOOL_ROWS_MAX,
    description: `Rows per page, at most ${TOOL_ROWS_MAX}. Default: \`25\`.`,
  },
  raw_file_content: {
    type: 'string',
    description: 'The CSV or NDJSON text itself, less than 1 MiB.',
  },
};

const KEY = [
  IDEMPOTENCY_KEY,
  {
    type: 'string',
    description:
      'The same key with the same arguments has one effect in 24 hours. Absent: it is made from the arguments.',
  },
] as const;

/** A copy that holds the schemas it refers to in `$defs`, without the fields that only answers have. */
function portable(node: unknown, definitions: Record<string, unknown>): unknown {
  if (Array.isArray(node)) return node.map((member) => portable(member, definitions));
  if (!isObject(node)) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([, part]) => !(isObject(part) && part['readOnly'] === true))
      .map(([name, part]) => {
        const referred = name === '$ref' ? referredName(node) : null;
        if (referred === null) return [name, portable(part, definitions)];
        if (!Object.hasOwn(definitions, referred)) {
          definitions[referred] = {};
          definitions[referred] = portable(describeDefaults(resolved(node)), definitions);
        }
        return [name, `#/$defs/${referred}`];
      }),
  );
}
