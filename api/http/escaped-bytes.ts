import { isUtf8 } from 'node:buffer';

/** Bytes of a character beyond ASCII, as a form or a query string writes them. */
const ESCAPED_HIGH_BYTES = /(?:%[89a-f][0-9a-f])+/gi;

/** Whether the escaped bytes of a form or a query string are UTF-8. */
export function escapesUtf8(text: string): boolean {
  for (const [run] of text.matchAll(ESCAPED_HIGH_BYTES)) {
    if (!isUtf8(Buffer.from(run.replaceAll('%', ''), 'hex'))) return false;
  }
  return true;
}
