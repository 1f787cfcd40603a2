import { plain } from './plain.ts';
import type { Screen } from './screen.ts';
import { columnsOf, shorten } from './shorten.ts';

/** The most columns that a cell takes up, except for the last one, which gets the rest of the line. */
const CELL_COLUMNS = 24;

/** Prints rows in columns, cut to the width of the screen; those in `right` are aligned right. */
export function printTable(
  screen: Screen,
  rows: readonly (readonly string[])[],
  right: readonly boolean[],
  cellColumns = CELL_COLUMNS,
): void {
  const table = rows.map((cells) =>
    cells.map((cell, at) =>
      shorten(plain(cell), at < cells.length - 1 ? cellColumns : screen.columns),
    ),
  );
  const widths = (table[0] ?? []).map((_, at) =>
    Math.max(...table.map((cells) => columnsOf(cells[at] ?? ''))),
  );
  for (const cells of table) {
    const padded = cells.map((cell, at) => {
      const blanks = ' '.repeat((widths[at] ?? 0) - columnsOf(cell));
      return right[at] === true ? blanks + cell : cell + blanks;
    });
    screen.print(shorten(`  ${padded.join('  ')}`.trimEnd(), screen.columns));
  }
}
