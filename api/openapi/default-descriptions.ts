import { isObject } from '#preflight/is-object';
import type { JsonSchema } from './json-schema.ts';

/**
 * A schema with its defaults in the descriptions. Generators of clients take a field with a `default` for one that is
 * always there, and would have a program send every field that it may leave out.
 */
export function describeDefaults(schema: JsonSchema): JsonSchema {
  return tell(schema) as JsonSchema;
}

function tell(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(tell);
  if (!isObject(node)) return node;
  const { default: value, ...rest } = node;
  const told: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, name === 'examples' ? part : tell(part)]),
  );
  if (value === undefined) return told;
  const { description } = rest;
  const before = typeof description === 'string' ? `${description} ` : '';
  return { ...told, description: `${before}Default: \`${JSON.stringify(value)}\`.` };
}
