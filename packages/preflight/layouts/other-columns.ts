import { trimmedText } from '../csv/row-view.ts';
import { HEADER_ROWS_MAX, looksLikeData } from '../suggestions/find-table.ts';
import { nameBookings } from '../suggestions/unread-table.ts';
import { listed } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { RowView } from '../csv/row-view.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';

const SHARED_MIN = 3;
const SHARED_SHARE_MIN = 0.6;
const BOOKINGS_MIN = 2;

/**
 * A statement in parts, of which a later one has the columns of the first in other places, as cards list purchases abroad: its cells
 * move to the columns of their names. Undefined where no header below the first one is like that, or the first one is among the `skipped` lines.
 */
export function alignColumns(text: SeparatedText, skipped: number): Relaid | undefined {
  const { rows, accepted } = text;
  const at = rows.slice(0, HEADER_ROWS_MAX).findIndex(({ cells }) => nameBookings(cells));
  const first = rows[at]?.cells ?? [];
  const header = first.join('\n');
  const places = new Map<string, readonly number[]>();
  const lines: number[] = [];
  let bookings = 0;
  for (const row of rows.slice(at + 1)) {
    const { line, cells } = row;
    if (looksLikeData(row, accepted)) bookings += 1;
    // Where each column of the first header is.
    const moved = first.map((name, column) =>
      name === '' ? -1 : cells[column] === name ? column : cells.indexOf(name),
    );
    const names = first.filter((_, column) => (moved[column] ?? -1) >= 0);
    const isMoved = moved.some((place, column) => place >= 0 && place !== column);
    const filled = cells.filter((cell) => cell !== '').length;
    // A table with other columns is another one.
    if (names.length < SHARED_MIN || names.length < filled * SHARED_SHARE_MIN) continue;
    if (!nameBookings(names)) continue;
    if (cells.join('\n') === header) continue;
    // A single one may be apart from the table.
    if (bookings < BOOKINGS_MIN) return undefined;
    if (first.some((_, column) => column >= cells.length)) return undefined;
    places.set(cells.join('\n'), moved);
    if (isMoved) lines.push(line);
  }
  if (lines.length === 0 || (rows[at]?.line ?? 0) <= skipped) return undefined;
  let moved: readonly number[] | undefined;
  const textsOf = (row: RowView): string[] =>
    Array.from({ length: row.cells }, (_, column) => trimmedText(row, column).trim());
  const bytes = rewriteText(text, (row) => {
    const cells = textsOf(row);
    const key = cells.join('\n');
    if (key === header) moved = undefined;
    else moved = places.get(key) ?? moved;
    // The same header again begins no other table.
    if (places.has(key)) return new Map(first.map((name, column) => [column, name]));
    const from = moved;
    return from && new Map(cells.map((_, column) => [column, cells[from[column] ?? -1] ?? '']));
  });
  return { bytes, warnings: [warning('columns_moved', { lines: listed(lines) })] };
}
