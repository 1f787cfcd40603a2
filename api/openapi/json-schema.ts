import type { components } from '#client/schema';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema that carries the type of its values; the property exists only for the compiler. */
export interface Typed<Value> extends JsonSchema {
  readonly [VALUE]?: Value;
}
declare const VALUE: unique symbol;

/** The accepted request bodies by media type; `readJson` serves the JSON one. */
export interface BodySchema {
  required: boolean;
  json?: JsonSchema;
  multipart?: JsonSchema;
  urlencoded?: JsonSchema;
  /** A list whose members the handler judges one by one: a fault in one of them does not fail the request. */
  rows?: string;
  /** False when the handler validates the JSON body itself, in its own order of checks. */
  validate?: boolean;
}

/** The types of the documented records, by name. */
export type Schemas = components['schemas'];

const COMPONENTS = new Map<string, JsonSchema>();

/** The named schemas of the document, by name: those of all records that have been loaded. */
export const namedSchemas: ReadonlyMap<string, JsonSchema> = COMPONENTS;

/** Gives a schema a name in the document and returns a reference to it. Throws when the name is taken. */
export function component<Name extends keyof Schemas>(
  name: Name,
  description: string,
  schema: JsonSchema,
): Typed<Schemas[Name]> {
  if (COMPONENTS.has(name)) throw new Error(`Two schemas are named ${name}.`);
  COMPONENTS.set(name, { description, ...schema });
  return ref(name);
}

const REFERENCE = '#/components/schemas/';

/** Refers to a `component` by its name. */
export function ref<Name extends keyof Schemas>(name: Name): Typed<Schemas[Name]> {
  return { $ref: `${REFERENCE}${name}` };
}

/** The name of the schema that a reference is to; null for a schema that is no reference. */
export function referredName({ $ref: reference }: JsonSchema): string | null {
  return typeof reference === 'string' ? reference.slice(REFERENCE.length) : null;
}

/** The schema, or the named one that it refers to. */
export function resolved(schema: JsonSchema): JsonSchema {
  const name = referredName(schema);
  return name === null ? schema : (COMPONENTS.get(name) ?? {});
}

/** The name of a component for `import_profile`: `ImportProfile`. */
export function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_match, letter: string) => letter.toUpperCase());
}

/** A schema with a description of what its value means here. */
export function field(schema: JsonSchema, description: string): JsonSchema {
  return { ...schema, description };
}

/** Free text. */
export function text(description: string): JsonSchema {
  return field(TEXT, description);
}

/** One of these words. */
export function choice(values: readonly string[], description: string): JsonSchema {
  return { type: 'string', enum: values, description };
}

export function list(items: JsonSchema, description: string): JsonSchema {
  return { type: 'array', description, items };
}

/** A name that people give. */
export function named(description: string): JsonSchema {
  return { type: 'string', minLength: 1, maxLength: 255, description };
}

/** The same schema, or null. Unless a description is given, that of the schema stays, and says when it is null. */
export function nullable(schema: JsonSchema, description?: string): JsonSchema {
  const said = description === undefined ? {} : { description };
  return typeof schema['type'] === 'string' && schema['enum'] === undefined
    ? { ...schema, type: [schema['type'], 'null'], ...said }
    : { anyOf: [schema, { type: 'null' }], ...said };
}

/** An object with exactly these properties; all are required unless some are named. */
export function object(
  properties: Record<string, JsonSchema>,
  options: { required?: readonly string[]; description?: string } = {},
): JsonSchema {
  return {
    type: 'object',
    ...(options.description === undefined ? {} : { description: options.description }),
    required: options.required ?? Object.keys(properties),
    properties,
    additionalProperties: false,
  };
}

/** Names an object with these fields, all or some of which are required. */
export function define<Name extends keyof Schemas>(
  name: Name,
  description: string,
  required: readonly string[] | 'all',
  fields: Record<string, JsonSchema>,
): Typed<Schemas[Name]> {
  return component(name, description, object(fields, required === 'all' ? {} : { required }));
}

/** Names the body of a change: at least one of these fields. */
export function change<Name extends keyof Schemas>(
  name: Name,
  description: string,
  fields: Record<string, JsonSchema>,
): Typed<Schemas[Name]> {
  return component(name, description, { ...object(fields, { required: [] }), minProperties: 1 });
}

/** The description of what an envelope holds. */
export const WANTED = 'The requested record or records.';

/** The envelope of one record: `{data}`. */
export function dataOf(schema: JsonSchema): JsonSchema {
  return object({ data: '$ref' in schema ? schema : field(schema, WANTED) });
}

/** The envelope of a page: `{data, meta}`. */
export function pageOf(schema: JsonSchema): JsonSchema {
  return object({ data: list(schema, WANTED), meta: PAGE_META });
}

export const TEXT: JsonSchema = { type: 'string' };
export const FLAG: JsonSchema = { type: 'boolean' };
export const UUID: JsonSchema = { type: 'string', format: 'uuid' };
/** UTC, whole seconds, `Z`. */
export const TIMESTAMP: JsonSchema = {
  type: 'string',
  format: 'date-time',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}Z$',
  examples: ['2026-03-01T10:59:50Z'],
};
/** A calendar day, `YYYY-MM-DD`. */
export const DATE: JsonSchema = { type: 'string', format: 'date', examples: ['2026-03-01'] };
export const COUNT: JsonSchema = { type: 'integer', minimum: 0 };
/** How many there are of each kind. */
export const COUNTS: JsonSchema = { type: 'object', additionalProperties: COUNT };
/** An exact decimal; money in is positive, money out is negative. */
export const DECIMAL: JsonSchema = {
  type: 'string',
  pattern: '^-?\\d+(\\.\\d+)?$',
  examples: ['-12.50'],
};
/** ISO 4217, upper case. */
export const CURRENCY: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] };

const PAGE_NUMBER: JsonSchema = { type: 'integer', minimum: 1 };

const PAGE_META = define('PageMeta', 'The position of a page in its list.', 'all', {
  current_page: field(PAGE_NUMBER, 'The number of this page, from 1.'),
  next_page: nullable(PAGE_NUMBER, 'The number of the next page; null on the last one.'),
  prev_page: nullable(PAGE_NUMBER, 'The number of the previous page; null on the first one.'),
  total_pages: field(PAGE_NUMBER, 'How many pages there are, at least 1.'),
  total_count: field(COUNT, 'How many records there are in all pages.'),
  per_page: {
    type: 'integer',
    minimum: 1,
    maximum: 500,
    description: 'How many records a page has at most.',
  },
  next_cursor: nullable(
    TEXT,
    'The value of `after` for the next page, even if rows are added or deleted meanwhile. Null on the last page.',
  ),
});
