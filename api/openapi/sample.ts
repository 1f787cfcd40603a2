import { exampleIdOf, snakeCase } from './example-ids.ts';
import type { ExampleRecords } from './example-ids.ts';
import type { JsonSchema } from './json-schema.ts';

/** The basis of samples: the named schemas, and the records whose ids they show. */
export interface Known {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly records: ExampleRecords;
}

/** What the name of a field says about the record that its id refers to. */
interface Place {
  /** Singular, with underscores: `account`. */
  record: string;
  known: Known;
  /** The named schemas that are being sampled, so that a recursive one ends. */
  within: readonly string[];
}

/**
 * A value of a schema: its own first example, or one built from its parts. Nullable values are not null and optional
 * ones are present, so that readers see what to expect.
 */
export function sampleOf(schema: JsonSchema, known: Known): unknown {
  return sample(schema, { record: 'record', known, within: [] });
}

function sample(schema: JsonSchema, place: Place): unknown {
  const [example] = listOf(schema['examples']);
  if (example !== undefined) return example;
  const [word] = listOf(schema['enum']);
  if (word !== undefined) return word;
  if (typeof schema['$ref'] === 'string') return sampleNamed(schema['$ref'], place);
  const [choice] = listOf(schema['anyOf']);
  if (choice !== undefined) return sample(choice as JsonSchema, place);
  return sampleType(schema, place);
}

function sampleNamed(reference: string, place: Place): unknown {
  const name = reference.split('/').pop() ?? '';
  const schema = place.known.schemas[name];
  if (schema === undefined || place.within.includes(name)) return undefined;
  return sample(schema, { ...place, record: snakeCase(name), within: [...place.within, name] });
}

function sampleType(schema: JsonSchema, place: Place): unknown {
  const types = [schema['type']].flat();
  if (types.includes('object')) return sampleObject(schema, place);
  if (types.includes('array')) {
    const items = schema['items'] as JsonSchema | undefined;
    const item = items === undefined ? undefined : sample(items, place);
    return item === undefined ? [] : [item];
  }
  if (types.includes('string')) return sampleText(schema, place);
  if (types.includes('boolean')) return schema['default'] ?? false;
  if (types.includes('integer') || types.includes('number')) {
    return schema['default'] ?? Math.max(Number(schema['minimum'] ?? 1), 1);
  }
  return null;
}

function sampleObject(schema: JsonSchema, place: Place): Record<string, unknown> {
  const properties = (schema['properties'] ?? {}) as Record<string, JsonSchema>;
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(properties)) {
    // A client may send these, but they have no effect.
    if (property['readOnly'] === true) continue;
    const record = /_ids?$/.test(name) ? name.replace(/_ids?$/, '') : place.record;
    const value = sample(property, { ...place, record });
    if (value !== undefined) values[name] = value;
  }
  return values;
}

function sampleText(schema: JsonSchema, place: Place): string {
  switch (schema['format']) {
    case 'uuid':
      return exampleIdOf(place.known.records, place.record);
    case 'date-time':
      return '2026-03-01T10:59:50Z';
    case 'date':
      return '2026-03-01';
    default:
      return typeof schema['default'] === 'string' ? schema['default'] : 'text';
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
