// Directional overrides and byte-order marks hide or reorder text; joiners and variation selectors stay, because
// emoji and several scripts need them.
const INVISIBLE = /[\u202A-\u202E\u2066-\u2069\uFEFF]/g;
const CONTROL = /[\p{Cc}\p{Cs}]/gu;
/** How most texts of banks look: words in ASCII with single blanks between them. */
const CLEAN = /^[!-~]+(?: [!-~]+)*$/;
const ASCII = /^[\0-\x7f]*$/;

/** Composed (NFC), without control characters, single-spaced and trimmed; null when nothing is left. */
export function cleanText(text: string | null): string | null {
  if (text === null || CLEAN.test(text)) return text;
  const clean = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return clean === '' ? null : clean;
}

/** Folds case: texts that differ only in letter case become equal. Empty for null. */
export function foldText(text: string | null): string {
  if (text === null) return '';
  if (ASCII.test(text)) return text.toLowerCase();
  // Upper case first: it expands letters such as ß that have no single capital.
  return text.toUpperCase().toLowerCase().normalize('NFC');
}

/**
 * A name in the form in which all code compares it to decide "is this the same booking?": cleaned, without letter case, and with a
 * Turkish i as an i. Empty for null. SQL statements call `compared_name` of the schema, which gives the same.
 */
export function comparedName(name: string | null): string {
  const clean = cleanText(name);
  // Lower case first: the capital ẞ becomes ß, and that becomes SS.
  return clean === null ? '' : foldText(clean.toLowerCase()).replaceAll('i\u0307', 'i');
}
