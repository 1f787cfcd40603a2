import { stateOf } from '../suggestions/state-words.ts';
import { COLUMNS_MAX, trimmedText } from './row-view.ts';
import type { RowView } from './row-view.ts';

/** A file with more rows of a single text continues its texts in them: they are no headings. */
const HEADINGS_MAX = 4;

/** Counts the rows from a heading such as "Upcoming" on, up to the end or to a heading that says something else. */
export function createTailWatch() {
  let headings = 0;
  let rows = 0;
  return {
    /** Takes the next row; one that `reads` has a date and an amount, and is no heading. */
    row(row: RowView, reads: boolean): void {
      if (headings > HEADINGS_MAX) return;
      const heading = reads ? undefined : headingOf(row);
      if (heading !== undefined) headings += 1;
      const goesOn = heading === undefined ? rows > 0 : stateOf(heading) === 'pending';
      rows = goesOn ? rows + 1 : 0;
    },
    rows: () => (headings > HEADINGS_MAX ? 0 : rows),
  };
}

/** The only text of a row; undefined if other cells are filled. */
function headingOf(row: RowView): string | undefined {
  const filled: string[] = [];
  for (let at = 0; at < Math.min(row.cells, COLUMNS_MAX) && filled.length < 2; at += 1) {
    const text = trimmedText(row, at);
    if (text !== '') filled.push(text);
  }
  return filled.length === 1 ? filled[0] : undefined;
}
