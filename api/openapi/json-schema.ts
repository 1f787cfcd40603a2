import type { components } from './schemas.ts';

/** A JSON Schema of draft 2020-12, the dialect of OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema that knows the type of its values; the property exists for the compiler alone. */
export interface Typed<Value> extends JsonSchema {
  readonly [VALUE]?: Value;
}
declare const VALUE: unique symbol;

/** The accepted request bodies by media type; `readJson` serves the JSON one. */
export interface BodySchema {
  required: boolean;
  description?: string;
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

/** Refers to a schema of `components.ts`, or one that a route names, by its name. */
export function ref<Name extends keyof Schemas>(name: Name): Typed<Schemas[Name]> {
  return { $ref: `#/components/schemas/${name}` };
}

/** The same schema, or null. */
export function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema['type'] === 'string' && schema['enum'] === undefined
    ? { ...schema, type: [schema['type'], 'null'] }
    : { anyOf: [schema, { type: 'null' }] };
}

/** An object with exactly these properties; all are required unless named as optional. */
export function object(
  properties: Record<string, JsonSchema>,
  options: { optional?: readonly string[]; description?: string } = {},
): JsonSchema {
  const optional = new Set(options.optional ?? []);
  return {
    type: 'object',
    ...(options.description === undefined ? {} : { description: options.description }),
    required: Object.keys(properties).filter((name) => !optional.has(name)),
    properties,
    additionalProperties: false,
  };
}

/** The envelope of one record: `{data}`. */
export function dataOf(schema: JsonSchema): JsonSchema {
  return object({ data: schema });
}

/** The envelope of a page: `{data, meta}`. */
export function pageOf(schema: JsonSchema): JsonSchema {
  return object({ data: { type: 'array', items: schema }, meta: ref('PageMeta') });
}

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
/** An exact decimal; money in is positive, money out is negative. */
export const DECIMAL: JsonSchema = {
  type: 'string',
  pattern: '^-?\\d+(\\.\\d+)?$',
  examples: ['-12.50'],
};
/** ISO 4217, upper case. */
export const CURRENCY: JsonSchema = { type: 'string', pattern: '^[A-Z]{3}$', examples: ['EUR'] };
