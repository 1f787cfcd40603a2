import { LISTED_ERRORS_MAX } from './problem-list.ts';

/** Where a row starts. */
export interface RowMark {
  /** Offset of its first byte. */
  from: number;
  /** Its physical line, 1-based. */
  line: number;
}

/** Rows of one kind: their number, and where the first of them start, as many as an answer lists. */
export class RowTally {
  count = 0;
  readonly first: RowMark[] = [];

  add({ from, line }: RowMark): void {
    this.count += 1;
    if (this.count <= LISTED_ERRORS_MAX) this.first.push({ from, line });
  }
}

/** The rows that the tallies remember, each once, in the order of the text. */
export function firstRows(tallies: readonly RowTally[]): RowMark[] {
  const marks = new Map<number, RowMark>();
  for (const { first } of tallies) for (const mark of first) marks.set(mark.from, mark);
  return [...marks.values()].sort((one, other) => one.from - other.from);
}
