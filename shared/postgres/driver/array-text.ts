/**
 * An array as Postgres reads it, for a parameter that is cast (`${arrayText(names)}::text[]`). The driver makes the same
 * text, more slowly, and only when the statement is sent.
 */
export function arrayText(values: readonly (string | number | null)[]): string {
  let text = '{';
  for (const value of values) {
    if (text.length > 1) text += ',';
    text += typeof value === 'string' ? quoted(value) : String(value);
  }
  return `${text}}`;
}

function quoted(value: string): string {
  return `"${/["\\]/.test(value) ? value.replaceAll(/["\\]/g, String.raw`\$&`) : value}"`;
}
