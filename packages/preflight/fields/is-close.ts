/** A format that reads all cells except this share may also be the intended one. */
const CLOSE = 0.04;

/** Whether a format that fits `count` cells comes close to one that fits `most`. */
export function isClose(count: number, most: number): boolean {
  return count > 0 && count >= most * (1 - CLOSE);
}
