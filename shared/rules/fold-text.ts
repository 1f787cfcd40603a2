const NEEDS_FOLDING = /^ | $| {2}|[\t-\r]|[^\0-\x7f]/;
const ASCII = /^[\0-\x7f]*$/;

/**
 * Runs of white space (Unicode's White_Space) count as one blank and ends do not count: banks pad their
 * texts at will.
 */
export function foldSpaces(text: string): string {
  if (!NEEDS_FOLDING.test(text)) return text;
  return text.replaceAll(/\p{White_Space}+/gu, ' ').replaceAll(/^ | $/g, '');
}

/**
 * Small letters by Unicode's simple mapping, one for one, so that the letter before or after changes nothing:
 * JavaScript's own mapping writes a sigma at the end of a word in another way.
 */
export function lowerCase(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  return text.replaceAll('Σ', 'σ').replaceAll('İ', 'i').toLowerCase();
}
