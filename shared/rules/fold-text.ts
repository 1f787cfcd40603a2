const NEEDS_FOLDING = /^ | $| {2}|[\t-\r]|[^\0-\x7f]/;

/**
 * Collapses runs of white space (Unicode's White_Space) into one blank and trims the ends: banks pad their
 * texts at will.
 */
export function foldSpaces(text: string): string {
  if (!NEEDS_FOLDING.test(text)) return text;
  return text.replaceAll(/\p{White_Space}+/gu, ' ').replaceAll(/^ | $/g, '');
}

/**
 * Lower-cases by Unicode's simple mapping, one letter for one, independent of its neighbours: JavaScript's own
 * mapping writes a sigma at the end of a word differently.
 */
export function lowerCase(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}

/** Whether a text has none but ASCII characters, so that there is nothing to normalise. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
