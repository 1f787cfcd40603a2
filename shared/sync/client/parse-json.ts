import { hasLongRun } from '#preflight/modest-json';
import { quoteNumbers } from '#preflight/ndjson/json-text';

/** A double represents every decimal of up to 15 significant digits exactly; longer ones may lose digits. */
const SAFE_DIGITS = 15;

const EXPONENT = /\d[eE][+-]?\d/;

/**
 * JSON.parse without loss of digits: a number that a double cannot hold exactly, or one with an exponent, becomes a
 * string of its original digits. Node 20 has no reviver with access to the source text, and a full parser in
 * JavaScript is several times slower on a 10 MB body. Throws SyntaxError without the text.
 */
export function parseLossless(text: string): unknown {
  // Even inside a string: most texts have neither, and are parsed as they are.
  const mayBeUnsafe = hasLongRun(text) || EXPONENT.test(text);
  try {
    return JSON.parse(mayBeUnsafe ? quoteNumbers(text, isUnsafe) : text);
  } catch {
    throw new SyntaxError('not valid JSON');
  }
}

const isUnsafe = (token: string): boolean =>
  /[eE]/.test(token) || token.replace(/^-|\./g, '').replace(/^0+/, '').length > SAFE_DIGITS;
