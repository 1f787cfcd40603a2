const NESTING_MAX = 500;
/** JSON with more values than this is refused: two characters can become an object of sixty bytes. */
const VALUES_MAX = 250_000;

/** The JSON is larger than a record or a request can be. The message is a predicate: `is nested deeper than …`. */
export class ImmodestJsonError extends SyntaxError {}

/** JSON.parse for texts from outside. Throws SyntaxError, and ImmodestJsonError for too deep nesting or too many values. */
export function parseModestJson(text: string): unknown {
  assertModestJson(text);
  return JSON.parse(text) as unknown;
}

/**
 * Throws ImmodestJsonError for JSON that is nested too deeply, or holds too many values, to be a record or a request.
 * This must be known before parsing: V8's parser cannot be stopped when it fills a thread’s heap, and a heap that fills
 * up inside of it ends the whole process.
 */
function assertModestJson(text: string): void {
  // Only a text of twice the limit has room for that many brackets and their ends, so most lines cost nothing.
  if (text.length < NESTING_MAX * 2) return;
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) at = endOfString(text, at);
    else if (char === 0x2c) values += 1;
    else if (char === 0x7b || char === 0x5b) {
      values += 1;
      depth += 1;
      if (depth > NESTING_MAX)
        throw new ImmodestJsonError(`is nested deeper than ${NESTING_MAX} levels`);
    } else if (char === 0x7d || char === 0x5d) depth -= 1;
    if (values > VALUES_MAX) throw new ImmodestJsonError(`holds more than ${VALUES_MAX} values`);
  }
}

/** What is wrong with a text that `parseModestJson` refused, as a predicate. */
export function jsonFault(error: unknown): string {
  return error instanceof ImmodestJsonError ? error.message : 'is not valid JSON';
}

/** The index of the quote that closes the string opened at `start`, or of the last character. */
export function endOfString(text: string, start: number): number {
  let close = text.indexOf('"', start + 1);
  while (close > 0 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close < 0 ? text.length - 1 : close;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1;
  return slashes % 2 === 1;
}

/** A double can hold any number of up to 15 digits. */
const LONG_RUN = 16;

/**
 * Whether there is a run of 16 digits and points, without which there is no long number. Usually only every sixteenth
 * character needs a look.
 */
export function hasLongRun(text: string): boolean {
  for (let at = LONG_RUN - 1; at < text.length; at += LONG_RUN) {
    if (!isDigitOrPoint(text.charCodeAt(at))) continue;
    let start = at;
    while (start > 0 && isDigitOrPoint(text.charCodeAt(start - 1))) start -= 1;
    let end = at + 1;
    while (end < text.length && isDigitOrPoint(text.charCodeAt(end))) end += 1;
    if (end - start >= LONG_RUN) return true;
  }
  return false;
}

function isDigitOrPoint(char: number): boolean {
  return (char >= 0x30 && char <= 0x39) || char === 0x2e;
}
