/** A string or a number token; strings come first so that digits inside them are left alone. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A double holds every decimal of up to 15 significant digits; longer ones lose some. */
const SAFE_DIGITS = 15;

/**
 * JSON.parse that loses no digit: a number that a double cannot hold exactly, or one with an exponent,
 * arrives as a string of its digits as sent. Node 20 has no reviver that sees the raw text, and a full
 * parser in JavaScript is several times slower on a 10 MB body. Throws SyntaxError without the text.
 */
export function parseLossless(text: string): unknown {
  const kept = text.replace(TOKEN, (token) =>
    token.startsWith('"') || isSafeNumber(token) ? token : `"${token}"`,
  );
  try {
    return JSON.parse(kept);
  } catch {
    throw new SyntaxError('not valid JSON');
  }
}

function isSafeNumber(token: string): boolean {
  if (token.length <= SAFE_DIGITS && !/[eE]/.test(token)) return true;
  if (/[eE]/.test(token)) return false;
  return token.replace(/^-|\./g, '').replace(/^0+/, '').length <= SAFE_DIGITS;
}
