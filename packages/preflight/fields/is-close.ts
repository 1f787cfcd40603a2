/** The format in which cells are written. */
export interface FormatVerdict<Format extends string> {
  format: Format;
  /** Another format that fits every cell just as well but gives other days or numbers. */
  tiesWith?: Format;
  /** A format that fits nearly as many cells but reads some otherwise, and how many cells distinguish the two. */
  nearly?: { format: Format; telling: number };
  /** Cells that `format` cannot read, or that lie outside the range of dates. */
  faults: number;
  /** How many cells were checked. */
  cells: number;
}

/** A format that reads all cells except this share may also be the intended one. */
const CLOSE = 0.04;

/** Whether a format that fits `count` cells comes close to one that fits `most`. */
export function isClose(count: number, most: number): boolean {
  return count > 0 && count >= most * (1 - CLOSE);
}
