/** Placeholders for an empty cell in a column of names, money out or money in: dashes, `##`, `n/a`, `None`. */
const NO_VALUE = /^(?:[-\u2010-\u2015\u2212\uff0d]+|#+|n\.?\/?a\.?|none|null|no description)$/iu;

/** Whether a trimmed cell means that there is no amount or no name. */
export function isNoValue(text: string): boolean {
  return text === '' || NO_VALUE.test(text);
}
