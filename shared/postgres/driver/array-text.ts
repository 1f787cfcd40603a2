/**
 * An array in Postgres's text form, for a parameter with a cast (`${arrayText(names)}::text[]`). The driver produces the same text,
 * but more slowly, and only when the statement is sent.
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
