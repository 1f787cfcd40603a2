const NEEDS_FOLDING = /^ | $| {2}|[\t-\r]|[^\0-\x7f]/;

/** Makes each run of white space (Unicode's White_Space) one blank and trims the ends: banks pad their texts arbitrarily. */
export function foldSpaces(text: string): string {
  if (!NEEDS_FOLDING.test(text)) return text;
  return text.replaceAll(/\p{White_Space}+/gu, ' ').replaceAll(/^ | $/g, '');
}

/**
 * Folds letter case as Unicode's simple mapping does, letter by letter and regardless of the neighbours: a sigma at the
 * end of a word is the same letter as any other.
 */
export function lowerCase(text: string): string {
  return isAscii(text) ? text.toLowerCase() : text.replaceAll(/[^\0-@[-`{-\x7f]/gu, foldLetter);
}

function foldLetter(letter: string): string {
  // Only in Turkish is I the capital of a dotless i; this uses the mapping of all other languages.
  if (letter === 'ı') return letter;
  if (letter === 'İ') return 'i';
  const upper = letter.toUpperCase();
  return upper.length === letter.length ? upper.toLowerCase() : letter.toLowerCase();
}

/** Whether a text has only ASCII characters, so that there is nothing to normalise. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
