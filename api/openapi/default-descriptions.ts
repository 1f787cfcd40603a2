import { isObject } from '#preflight/is-object';
import type { JsonSchema } from './json-schema.ts';

/**
 * A schema with its defaults moved to the descriptions. Client generators treat a field with a `default` as always
 * present, and would make programs send every optional field.
 */
export function describeDefaults(schema: JsonSchema): JsonSchema {
  return describe(schema) as JsonSchema;
}

function describe(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(describe);
  if (!isObject(node)) return node;
  const { default: value, ...rest } = node;
  const described: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).map(([name, part]) => [name, name === 'examples' ? part : describe(part)]),
  );
  if (value === undefined) return described;
  const { description } = rest;
  const before = typeof description === 'string' ? `${description} ` : '';
  return { ...described, description: `${before}Default: \`${JSON.stringify(value)}\`.` };
}
