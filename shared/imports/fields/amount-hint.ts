const DIGITS = String.raw`\p{Sc}?\s*\d[\d.,'\s]*\s*\p{Sc}?`;

/** Ways to write a number that accountants know and importers do not, and how to write it instead. */
const HINTS: readonly [RegExp, string][] = [
  [new RegExp(`^\\p{Sc}?\\s*\\(${DIGITS}\\)$`, 'u'), 'write (5) as -5'],
  [new RegExp(`^${DIGITS}-$`, 'u'), 'write 5- as -5'],
  [new RegExp(`^[\u2010-\u2015\u2212]\\s*${DIGITS}$`, 'u'), 'use a plain minus sign (-)'],
  [
    new RegExp(`^-?${DIGITS}(?:DR|CR|D|C|S|H)$`, 'iu'),
    'put debits and credits in separate columns, or write a minus sign',
  ],
  [/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/iu, 'write all digits'],
  [/^[+-]?[.,]\d+$/u, 'write a digit before the decimal separator'],
];

/** What to change about a cell that is no number, as the end of a message; empty when there is nothing to say. */
export function amountHint(text: string): string {
  if (text.length > 40) return '';
  const hint = HINTS.find(([pattern]) => pattern.test(text))?.[1];
  return hint === undefined ? '' : `; ${hint}`;
}
