import { plain } from './plain.ts';
import type { Screen } from './screen.ts';

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

/** Characters that a terminal draws two columns wide: East Asian ones and emoji. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u;

/** How many columns of a terminal the text takes up. */
function columnsOf(text: string): number {
  let columns = 0;
  for (const char of text) columns += WIDE.test(char) ? 2 : 1;
  return columns;
}

/** The text in at most `columnsMax` columns of a terminal, with an ellipsis where it was cut. */
function shorten(text: string, columnsMax: number): string {
  if (columnsOf(text) <= columnsMax) return text;
  let kept = '';
  for (const char of text) {
    if (columnsOf(kept + char) >= columnsMax) break;
    kept += char;
  }
  return `${kept}…`;
}
