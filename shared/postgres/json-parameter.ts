import type { AnySql } from './connect.ts';

/** What jsonb refuses, as JSON.stringify escapes it: NUL and unpaired surrogates. After a literal backslash it is plain text. */
const ESCAPES = /\\\\|\\u0000|\\ud[89a-f][0-9a-f]{2}/g;

/**
 * A jsonb parameter from any JSON value; null becomes SQL's null. Text from clients may hold characters that Postgres cannot store:
 * NUL is dropped, an unpaired surrogate becomes U+FFFD.
 */
export function jsonParameter(sql: AnySql, value: object | null) {
  return value === null ? null : sql.json(storable(value) as never);
}

/** A value as JSON text without what jsonb refuses: for a parameter of type json, which keeps the order of keys. */
export function storableText(value: object): string {
  return JSON.stringify(value).replaceAll(ESCAPES, (escape) =>
    escape === '\\\\' ? escape : escape === '\\u0000' ? '' : '\ufffd',
  );
}

function storable(value: object): unknown {
  const clean = storableText(value);
  return clean === JSON.stringify(value) ? value : (JSON.parse(clean) as unknown);
}
