import { arrayText } from './array-text.ts';

/** A value for one column of a `copy … from stdin`. */
export type CopyValue = string | number | boolean | readonly string[] | null;

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

function escapeCopy(text: string): string {
  if (!NEEDS_ESCAPE.test(text)) return text;
  return text.replaceAll(/[\\\t\n\r]/g, (char) => ESCAPES[char] ?? char);
}

/** A value in Postgres's text format for COPY; a list becomes an array. The text must be storable in Postgres. */
function copyCell(value: CopyValue): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escapeCopy(value);
  if (typeof value === 'object') return escapeCopy(arrayText(value));
  return String(value);
}

/** One row of a COPY, including its line feed. */
export function copyLine(values: readonly CopyValue[]): string {
  let line = '';
  let separator = '';
  for (const value of values) {
    line += separator + copyCell(value);
    separator = '\t';
  }
  return `${line}\n`;
}
