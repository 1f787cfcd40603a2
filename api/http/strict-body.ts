import { excerpt, nearestName, textFault } from '#preflight/text';
import { resolved } from '../openapi/json-schema.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';

/** The check of a body stops after this many faults. */
export const FAULTS_MAX = 20;

/**
 * Faults that no JSON body may have: a field that the schema lacks, null where the schema does not allow it, text that
 * cannot be stored, a list that is too long. Types are checked elsewhere. Stops at `FAULTS_MAX`, however large the body.
 */
export function listBodyFaults(body: object, schema: JsonSchema): string[] {
  const faults: string[] = [];
  checkValue(body, schema, '', faults);
  return faults;
}

/** The message about an unknown name, with the nearest known one. `what` contains the name. */
export function unknownName(what: string, name: string, known: readonly string[]): string {
  const near = nearestName(name, known);
  return near === null ? what : `${what}; did you mean ${near}?`;
}

function checkValue(value: unknown, schema: JsonSchema, path: string, faults: string[]): void {
  if (faults.length >= FAULTS_MAX) return;
  const node = resolved(schema);
  if (value === null) {
    if (!allowsNull(node)) faults.push(`${path} must not be null`);
  } else if (typeof value === 'string') {
    const fault = textFault(value);
    if (fault !== null) faults.push(`${path} ${fault}`);
  } else if (Array.isArray(value)) checkList(value, node, path, faults);
  else if (typeof value === 'object') checkFields(value, node, path, faults);
}

function checkList(list: unknown[], node: JsonSchema, path: string, faults: string[]): void {
  const { items, maxItems } = node as { items?: JsonSchema; maxItems?: number };
  if (items === undefined) return;
  if (maxItems !== undefined && list.length > maxItems) {
    faults.push(`${path} must have at most ${maxItems} members`);
    return;
  }
  for (const [index, member] of list.entries()) {
    if (faults.length >= FAULTS_MAX) return;
    checkValue(member, items, `${path}[${index}]`, faults);
  }
}

function checkFields(value: object, node: JsonSchema, path: string, faults: string[]): void {
  const properties = (node['properties'] ?? {}) as Record<string, JsonSchema>;
  for (const [name, member] of Object.entries(value)) {
    if (faults.length >= FAULTS_MAX) return;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (known !== undefined)
      checkValue(member, known, path === '' ? name : `${path}.${name}`, faults);
    else if (node['additionalProperties'] === false) {
      const what = `${path} must not have the field ${excerpt(name)}`.trimStart();
      faults.push(unknownName(what, name, Object.keys(properties)));
    }
  }
}

/** A schema without type, enum or alternatives allows null. */
function allowsNull(node: JsonSchema): boolean {
  const {
    type,
    anyOf,
    enum: words,
  } = node as {
    type?: string | string[];
    anyOf?: JsonSchema[];
    enum?: unknown[];
  };
  if (anyOf !== undefined) return anyOf.some((branch) => allowsNull(resolved(branch)));
  if (type !== undefined && ![type].flat().includes('null')) return false;
  return words === undefined || words.includes(null);
}
