import { FIELD_DESCRIPTIONS } from '../records/field-descriptions.ts';
import { isObject } from '#preflight/is-object';
import type { JsonSchema } from './json-schema.ts';

/**
 * A schema in which each field that does not describe itself has its description of `FIELD_DESCRIPTIONS`. `name` is that
 * of a named schema; '' for the schema of one body or answer.
 */
export function described(name: string, schema: JsonSchema): JsonSchema {
  return describe(schema, name === '' ? [] : [name], true);
}

function describe(schema: JsonSchema, at: readonly string[], isField: boolean): JsonSchema {
  const parts: Record<string, unknown> = { ...schema };
  for (const [key, part] of Object.entries(schema)) {
    if (key === 'properties' && isObject(part)) {
      parts[key] = Object.fromEntries(
        Object.entries(part).map(([name, field]) => [
          name,
          describe(field as JsonSchema, [...at, name], true),
        ]),
      );
    } else if (key === 'items' || key === 'additionalProperties') {
      if (isObject(part)) parts[key] = describe(part, at, false);
    } else if (['anyOf', 'oneOf', 'allOf'].includes(key) && Array.isArray(part)) {
      parts[key] = part.map((each) => describe(each as JsonSchema, at, false));
    }
  }
  if (!isField || typeof parts['description'] === 'string') return parts;
  const description = descriptionAt(at, typeof parts['$ref'] === 'string');
  return description === undefined ? parts : { description, ...parts };
}

/** That of the longest key. A field whose schema has a name of its own takes that one's unless a key places the field. */
function descriptionAt(at: readonly string[], isNamed: boolean): string | undefined {
  const shorter = at.slice(1).map((_name, index) => at.slice(index + 1));
  const key = [at, ofRecord(at), ...shorter]
    .filter((names) => !isNamed || names.length > 1)
    .map((names) => names.join('.'))
    .find((each) => Object.hasOwn(FIELD_DESCRIPTIONS, each));
  return key === undefined ? undefined : FIELD_DESCRIPTIONS[key];
}

/** The same field of the record that a request makes or changes. */
function ofRecord([schema = '', ...fields]: readonly string[]): string[] {
  return [schema.replace(/^(New|Created)|(Change|Edit)$/g, ''), ...fields];
}
