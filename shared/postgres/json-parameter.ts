import type { AnySql } from './connect.ts';

/** What jsonb refuses, as JSON.stringify writes it: NUL and halves of surrogate pairs. Behind a literal backslash it is text. */
const ESCAPES = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;

/**
 * A jsonb parameter from any value that JSON can hold; null stays SQL's null. Texts of clients may hold
 * characters that Postgres cannot store: NUL is left out, half a surrogate pair becomes U+FFFD.
 */
export function jsonParameter(sql: AnySql, value: object | null) {
  return value === null ? null : sql.json(storable(value) as never);
}

/** A value as JSON text without what jsonb refuses: for a parameter of type json, which keeps the order of members. */
export function storableText(value: object): string {
  return JSON.stringify(value).replaceAll(ESCAPES, (escape) =>
    escape === '\\\\' ? escape : escape === '\\u0000' ? '' : '\ufffd',
  );
}

function storable(value: object): unknown {
  const clean = storableText(value);
  return clean === JSON.stringify(value) ? value : (JSON.parse(clean) as unknown);
}
