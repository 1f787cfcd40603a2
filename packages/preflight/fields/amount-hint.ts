const DIGITS = String.raw`\p{Sc}?\d[\d.,']*\p{Sc}?`;

/** Accounting notations, without blanks, that importers cannot read, and how to write them instead. */
const HINTS: readonly [RegExp, string][] = [
  [new RegExp(`^\\p{Sc}?\\(${DIGITS}\\)$`, 'u'), 'write (5) as -5'],
  [new RegExp(`^${DIGITS}-$`, 'u'), 'write 5- as -5'],
  [new RegExp(`^[\u2010-\u2015\u2212]${DIGITS}$`, 'u'), 'use a plain minus sign (-)'],
  [
    new RegExp(`^-?${DIGITS}(?:DR|CR|D|C|S|H)$`, 'iu'),
    'put debits and credits in separate columns, or write a minus sign',
  ],
  [/^[+-]?\d+(?:[.,]\d+)?e[+-]?\d+$/iu, 'write all digits'],
  [/^[+-]?[.,]\d+$/u, 'write a digit before the decimal separator'],
];

/** Advice about a cell that is not a number, as the end of a message; empty when there is none. */
export function amountHint(text: string): string {
  if (text.length > 40) return '';
  const dense = text.replaceAll(/\s/g, '');
  const hint = HINTS.find(([pattern]) => pattern.test(dense))?.[1];
  return hint === undefined ? '' : `; ${hint}`;
}
