import { closesPending, opensPending } from '../suggestions/state-words.ts';
import { COLUMNS_MAX, isBlankCell, trimmedText } from './row-view.ts';
import type { RowView } from './row-view.ts';

/** A file with more rows of a single text continues its texts in them: they are no headings. */
const HEADINGS_MAX = 4;
/** Longer texts are prose. */
const HEADING_CHARS_MAX = 80;

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
      const goesOn = heading === undefined ? rows > 0 : namesPending(heading);
      rows = goesOn ? rows + 1 : 0;
    },
    rows: () => (headings > HEADINGS_MAX ? 0 : rows),
  };
}

/** Whether a heading names what is pending where it begins or where it ends: "Transactions not yet on your statement (pending)". */
function namesPending(heading: string): boolean {
  const isShort = heading.length <= HEADING_CHARS_MAX;
  return isShort && (opensPending(heading) || closesPending(heading));
}

/** The text of a row that fills no cell but its first; undefined for others. */
function headingOf(row: RowView): string | undefined {
  const text = row.cells > 0 ? trimmedText(row, 0) : '';
  for (let at = 1; at < Math.min(row.cells, COLUMNS_MAX); at += 1) {
    if (!isBlankCell(row, at)) return undefined;
  }
  return text === '' ? undefined : text;
}
