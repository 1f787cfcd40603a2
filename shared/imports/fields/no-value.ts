/** What stands for nothing in a column for money out or in: dashes, `n/a`. */
const NO_VALUE = /^(?:[-\u2010-\u2015\u2212]+|n\.?\/?a\.?)$/iu;

/** Whether a cell without outer blanks says that there is no amount. */
export function isNoValue(text: string): boolean {
  return text === '' || NO_VALUE.test(text);
}
