/** A line nested deeper than this is refused: it is no record, and reading it would only cost memory. */
export const NESTING_MAX = 500;

/** A JSON number that a double may not hold: 16 or more digits, not inside quotes as far as one can see. */
const LONG_NUMBER = /[:,[\s]-?\d[\d.]{15,}/;

/** JSON.parse rounds long numbers; this reads them as text, digit for digit, and all others as numbers. */
export function parseJsonExactly(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(`nested deeper than ${NESTING_MAX} levels`);
  return JSON.parse(LONG_NUMBER.test(text) ? quoteLongNumbers(text) : text);
}

/** Only a text of twice the limit can hold that many brackets and their ends, so short lines cost nothing. */
function isTooDeep(text: string): boolean {
  if (text.length < NESTING_MAX * 2) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) at = endOfString(text, at);
    else if (char === 0x7b || char === 0x5b) {
      depth += 1;
      if (depth > NESTING_MAX) return true;
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
  }
  return false;
}

/** Index of the quote that closes the string opened at `start`, or of the last character. */
function endOfString(text: string, start: number): number {
  let close = text.indexOf('"', start + 1);
  while (close > 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length - 1 : close;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

const NUMBER = /-?\d[\d.eE+-]*/y;

function quoteLongNumbers(text: string): string {
  const parts: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) at = endOfString(text, at);
    else if (char === 0x2d || (char >= 0x30 && char <= 0x39)) {
      NUMBER.lastIndex = at;
      const token = NUMBER.exec(text)?.[0] ?? '-';
      if (token.length > 15 && isJsonNumber(token)) {
        parts.push(text.slice(copied, at), '"', token, '"');
        copied = at + token.length;
      }
      at += token.length - 1;
    }
  }
  return parts.join('') + text.slice(copied);
}

/** Anything else must stay bare, so that JSON.parse refuses it. */
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
      parts.push(text.slice(copied, at), ' ');
      copied = end;
      at = end - 1;
    }
  }
  return copied === 0 ? null : parts.join('') + text.slice(copied);
}

function endOfComment(text: string, start: number): number | null {
  const next = text.charCodeAt(start + 1);
  if (next === 0x2f) return text.length;
  if (next !== 0x2a) return null;
  const close = text.indexOf('*/', start + 2);
  return close < 0 ? null : close + 2;
}
