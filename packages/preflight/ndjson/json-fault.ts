const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** Texts up to this length are checked before they are parsed. */
export const SHORT_JSON_MAX = 64;

/**
 * Where a short text stops being JSON, or -1 when it is JSON. JSON.parse can tell, but its exceptions cost microseconds
 * each: ten megabytes of broken three-character lines would take half a minute. Only for texts of at most
 * SHORT_JSON_MAX characters, because it calls itself for each level of nesting.
 */
export function findJsonFault(text: string): number {
  const end = skipValue(text, skipBlanks(text, 0));
  if (end < 0) return ~end;
  const rest = skipBlanks(text, end);
  return rest === text.length ? -1 : rest;
}

/** The index after the value that begins at `at`; if it is broken, the complement (~) of the index of the fault. */
type Skip = (text: string, at: number) => number;

const skipValue: Skip = (text, at) => {
  switch (text.charAt(at)) {
    case '{':
      return skipMembers(text, at, '}', skipMember);
    case '[':
      return skipMembers(text, at, ']', skipValue);
    case '"':
      return skipString(text, at);
    case 't':
      return skipWord(text, at, 'true');
    case 'f':
      return skipWord(text, at, 'false');
    case 'n':
      return skipWord(text, at, 'null');
    default:
      return skipNumber(text, at);
  }
};

const skipMember: Skip = (text, at) => {
  if (text.charCodeAt(at) !== QUOTE) return ~at;
  const end = skipString(text, at);
  if (end < 0) return end;
  const colon = skipBlanks(text, end);
  return text.charAt(colon) === ':' ? skipValue(text, skipBlanks(text, colon + 1)) : ~colon;
};

function skipMembers(text: string, start: number, close: string, skipOne: Skip): number {
  let at = skipBlanks(text, start + 1);
  if (text.charAt(at) === close) return at + 1;
  for (;;) {
    const end = skipOne(text, at);
    if (end < 0) return end;
    at = skipBlanks(text, end);
    if (text.charAt(at) === close) return at + 1;
    if (text.charAt(at) !== ',') return ~at;
    at = skipBlanks(text, at + 1);
  }
}

const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

function skipString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at + 1;
    if (code < 0x20) return ~at;
    if (code !== BACKSLASH) continue;
    ESCAPE.lastIndex = at + 1;
    if (!ESCAPE.test(text)) return ~(at + 1);
    at = ESCAPE.lastIndex - 1;
  }
  return ~text.length;
}

function skipWord(text: string, at: number, word: string): number {
  return text.startsWith(word, at) ? at + word.length : ~at;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function skipNumber(text: string, at: number): number {
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : ~at;
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code !== 0x20 && code !== 0x09 && code !== 0x0a && code !== 0x0d) return at;
    at += 1;
  }
}
