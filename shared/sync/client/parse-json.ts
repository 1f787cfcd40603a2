import { hasLongRun } from '#preflight/modest-json';

/** A string or number token; strings first, so that digits within them stay. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** A double represents every decimal of up to 15 significant digits exactly; longer ones may lose digits. */
const SAFE_DIGITS = 15;

const EXPONENT = /\d[eE][+-]?\d/;

/**
 * JSON.parse without loss of digits: a number that a double cannot hold exactly, or one with an exponent, becomes a
 * string of its original digits. Node 20 has no reviver with access to the source text, and a full parser in
 * JavaScript is several times slower on a 10 MB body. Throws SyntaxError without the text.
 */
export function parseLossless(text: string): unknown {
  // Be it within a string: most texts have neither, and are parsed as they are.
  const mayBeUnsafe = hasLongRun(text) || EXPONENT.test(text);
  const kept = mayBeUnsafe
    ? text.replace(TOKEN, (token) =>
        token.startsWith('"') || isSafeNumber(token) ? token : `"${token}"`,
      )
    : text;
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
