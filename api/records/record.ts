import * as s from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

type Camel<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

/** The value of a row as an answer shows it: an instant is text. */
type Shown<Value> = Value extends Date ? string : Value;

/** Whether the row has the field in the form that is shown, under the same name in camel case. */
type IsPlain<Row, Name, Value> =
  Camel<Name> extends keyof Row ? (Shown<Row[Camel<Name>]> extends Value ? true : false) : false;

interface Read<Row, Value> {
  readonly read: (row: Row) => Value | (string extends Value ? Date : never);
}

/**
 * The fields of a record in the order of an answer: the schema of each, and a reader where the row does not have the
 * field under the same name in camel case.
 */
export type Fields<Row, Wire> = {
  readonly [Name in keyof Wire]-?: JsonSchema &
    (IsPlain<Row, Name, Wire[Name]> extends true
      ? Partial<Read<Row, Wire[Name]>>
      : Read<Row, Wire[Name]>);
};

/** An unnamed part of a record: its schema, and how it is presented. */
export function part<Row, Wire>(fields: Fields<Row, Wire>) {
  const properties: Record<string, JsonSchema> = {};
  const readers: [name: string, read: (row: Row) => unknown][] = [];
  for (const [name, given] of Object.entries<JsonSchema>(fields)) {
    const { read, ...schema } = given;
    properties[name] = schema;
    readers.push([name, (read as ((row: Row) => unknown) | undefined) ?? propertyOf(name)]);
  }
  // Copying one object takes a third of the time of building it field by field.
  const empty = JSON.parse(JSON.stringify(properties)) as Record<string, unknown>;
  const present = (row: Row): Wire => {
    const shown = { ...empty };
    for (const [name, read] of readers) {
      const value = read(row);
      shown[name] = value instanceof Date ? presentTimestamp(value) : value;
    }
    return shown as Wire;
  };
  return { schema: s.object(properties), present };
}

function propertyOf(name: string): (row: unknown) => unknown {
  const property = name.replaceAll(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
  return (row) => (row as Record<string, unknown>)[property];
}

/**
 * Defines a record of the API once: adds its schema to the document, and returns the function that presents a row.
 * Instants are shown in UTC, in whole seconds.
 */
export function record<Row, Name extends keyof Schemas>(
  name: Name,
  description: string,
  fields: Fields<Row, Schemas[Name]>,
): ((row: Row) => Schemas[Name]) & { readonly schema: JsonSchema } {
  const { schema, present } = part<Row, Schemas[Name]>(fields);
  s.component(name, description, schema);
  return Object.assign(present, { schema: s.ref(name) });
}

/** The fields of a named schema. */
export function fieldsOf(name: keyof Schemas): Readonly<Record<string, JsonSchema>> {
  return s.namedSchemas.get(name)?.['properties'] as Record<string, JsonSchema>;
}

// Fields of most records.
export const ID = s.field(s.UUID, 'The id of the record. It never changes.');
export const CREATED_AT = s.field(s.TIMESTAMP, 'When the record was created, in UTC.');
export const UPDATED_AT = s.field(s.TIMESTAMP, 'When the record last changed, in UTC.');
export const TIMES = { created_at: CREATED_AT, updated_at: UPDATED_AT };
export const ITS_CURRENCY = s.field(s.CURRENCY, 'ISO 4217 code, upper case.');
export const ITS_ACCOUNT = s.field(s.UUID, 'The account that it belongs to.');

// Fields of everything that is found wrong.
export const CODE = s.text('A stable code: decide by this, never by the message.');
export const MESSAGE = s.text('For people; its wording may change.');

export const FAULT = s.object({ code: CODE, message: MESSAGE });

/** Fields of all runs. */
export const RUN_TIMES = {
  started_at: s.nullable(s.TIMESTAMP, 'When a worker began it; null while it waits.'),
  finished_at: s.nullable(s.TIMESTAMP, 'When it ended, whatever the result; null until then.'),
};
