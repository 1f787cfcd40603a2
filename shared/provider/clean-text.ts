// Directional overrides and byte-order marks hide or reorder what a person reads; joiners and variation
// selectors stay, because emoji and several scripts are made of them.
const INVISIBLE = /[\u202A-\u202E\u2066-\u2069\uFEFF]/g;
const CONTROL = /[\p{Cc}\p{Cs}]/gu;

/** Composed (NFC), free of control characters, single-spaced and trimmed; null when nothing is left. */
export function cleanText(text: string | null): string | null {
  if (text === null) return null;
  const clean = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(CONTROL, '')
    .replace(INVISIBLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  return clean === '' ? null : clean;
}

/** Two texts that differ only in letter case fold to the same one. Empty for null. */
export function foldText(text: string | null): string {
  // Upper first: it expands letters such as ß that have no single capital.
  return text === null ? '' : text.toUpperCase().toLowerCase().normalize('NFC');
}
