import { escapeHtml, renderMarkdown } from './markdown.ts';
import type { Schema, Schemas } from './shapes.ts';

/** The fields of a schema as nested lists; a record inside itself is only named. Empty for a schema without fields. */
export function renderFields(
  schema: Schema,
  schemas: Schemas,
  within: readonly string[] = [],
): string {
  const { own, name } = resolve(schema, schemas);
  if (name !== null && within.includes(name)) return '';
  const inside = name === null ? within : [...within, name];
  const { anyOf = [], allOf = [], items, required = [] } = own;
  const parts = [...anyOf, ...allOf, ...(items === undefined ? [] : [items])];
  const nested = parts.map((part) => renderFields(part, schemas, inside)).join('');
  const fields = Object.entries(own.properties ?? {}).map(([field, value]) => {
    const children = renderFields(value, schemas, inside);
    const more =
      children === ''
        ? ''
        : `<details><summary>Fields of <code>${field}</code></summary>${children}</details>`;
    return renderField(field, value, { schemas, isRequired: required.includes(field), more });
  });
  return (fields.length === 0 ? '' : `<ul class="fields">${fields.join('')}</ul>`) + nested;
}

/** One field or parameter: name, type, bounds, meaning. */
export function renderField(name: string, schema: Schema, options: FieldOptions): string {
  const { schemas, isRequired, more = '' } = options;
  const { own } = resolve(schema, schemas);
  const meaning = options.description ?? schema.description ?? own.description ?? '';
  const marks = [typeOf(schema, schemas), ...boundsOf(own), ...(isRequired ? ['required'] : [])];
  return `<li><code class="name">${escapeHtml(name)}</code> <span class="type">${escapeHtml(marks.join(', '))}</span>
${renderMarkdown(meaning)}${more}</li>`;
}

interface FieldOptions {
  schemas: Schemas;
  isRequired: boolean;
  /** HTML that follows the meaning. */
  more?: string;
  description?: string;
}

function resolve(schema: Schema, schemas: Schemas): { own: Schema; name: string | null } {
  const name = schema.$ref?.split('/').at(-1) ?? null;
  return { own: name === null ? schema : (schemas[name] ?? {}), name };
}

/** `string (uuid)`, `array of Rule`, `string or null`. */
function typeOf(schema: Schema, schemas: Schemas): string {
  const { own, name } = resolve(schema, schemas);
  if (name !== null) return own.enum === undefined ? name : 'string';
  if (own.anyOf !== undefined) {
    return [...new Set(own.anyOf.map((part) => typeOf(part, schemas)))].join(' or ');
  }
  if (own.type === 'array') return `array of ${typeOf(own.items ?? {}, schemas)}`;
  const type = [own.type ?? 'any'].flat().join(' or ');
  return own.format === undefined ? type : `${type} (${own.format})`;
}

function boundsOf(own: Schema): string[] {
  const bound = (text: string, value: string | number | undefined) =>
    value === undefined ? [] : [`${text} ${value}`];
  return [
    ...bound('one of', own.enum?.map(String).join(', ')),
    ...bound('from', own.minimum),
    ...bound('to', own.maximum),
    ...bound('characters at most', own.maxLength),
    ...bound('items at most', own.maxItems),
    ...bound('default', own.default === undefined ? undefined : JSON.stringify(own.default)),
  ];
}
