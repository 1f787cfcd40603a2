import type { RecordData } from './fields.ts';
import { nested } from './fields.ts';

/** Attributes of a transaction that a person or a rule can own. Others of an export mean nothing here. */
const OWNED_ATTRIBUTES = [
  'name',
  'notes',
  'excluded',
  'kind',
  'category_id',
  'merchant_id',
  'tag_ids',
  'investment_activity_label',
];
const STAMP = /^\d{4}-[\d:.T +Z-]{5,40}$/;

/** When each attribute was taken, by name; null when the record says nothing about that. */
export function attributeStamps(
  data: RecordData,
  field: 'locked_attributes' | 'rule_attributes',
): Record<string, string | true> | null {
  const stamps = nested(data, field);
  const known = OWNED_ATTRIBUTES.filter((name) => Object.hasOwn(stamps, name));
  if (known.length === 0) return null;
  return Object.fromEntries(
    known.map((name) => {
      const stamp = stamps[name];
      return [name, typeof stamp === 'string' && STAMP.test(stamp) ? stamp : true];
    }),
  );
}

/** The JSON text of an object that Postgres can store; null for anything else. */
export function jsonText(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const text = JSON.stringify(value);
  // It knows neither NUL nor half of a surrogate pair; both are written as escapes.
  return /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/.test(text) ? null : text;
}
