import { endOfString, hasLongRun, parseModestJson } from '../modest-json.ts';

/** A JSON number that a double may not hold: 16 or more digits, apparently not inside quotes. */
const LONG_NUMBER = /[:,[\s]-?\d[\d.]{15,}/;

/** JSON.parse, but with the numbers that it rounds as text. Throws SyntaxError for what is not JSON, or more than a record can be. */
export function parseJsonExactly(text: string): unknown {
  const value = parseModestJson(text);
  return hasLongRun(text) && LONG_NUMBER.test(text)
    ? JSON.parse(quoteNumbers(text, (token) => token.length > 15))
    : value;
}

const NUMBER = /-?\d[\d.eE+-]*/y;

/** Puts quotes around the numbers outside of strings that JSON.parse must not round. */
export function quoteNumbers(text: string, isUnsafe: (token: string) => boolean): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) at = endOfString(text, at);
    else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? '-';
      if (isUnsafe(token) && isJsonNumber(token)) {
        parts.push(text.slice(copied, at), '"', token, '"');
        copied = at + token.length;
      }
      at += token.length - 1;
    }
  }
  return parts.join('') + text.slice(copied);
}

/** Anything else must stay unquoted, so that JSON.parse refuses it. */
function isJsonNumber(token: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(token);
}

/**
 * The text with `//` and block comments outside of strings replaced by spaces; null when there are none.
 * Exports written by hand carry them, and the reference application accepts them.
 */
export function withoutComments(text: string): string | null {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) at = endOfString(text, at);
    else if (char === 0x2f) {
      const end = endOfComment(text, at);
      if (end === null) continue;
      // Never closed: this is not JSON, and searching for the end of each further comment would take as long again.
      if (end === NEVER) return null;
      parts.push(text.slice(copied, at), ' ');
      copied = end;
      at = end - 1;
    }
  }
  return copied === 0 ? null : parts.join('') + text.slice(copied);
}

const NEVER = -1;

function endOfComment(text: string, start: number): number | null {
  const next = text.charCodeAt(start + 1);
  if (next === 0x2f) return text.length;
  if (next !== 0x2a) return null;
  const close = text.indexOf('*/', start + 2);
  return close < 0 ? NEVER : close + 2;
}
