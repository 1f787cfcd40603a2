import { BARE, cellText, COLUMNS_MAX, createRowView, scanRows } from './scan-rows.ts';
import { skipLines } from './lines.ts';
import type { HeaderRow } from './headers.ts';
import type { Separator } from './settings.ts';
import type { RowSource } from './check-rows.ts';

/** A text cut into its header row and the rows below. */
export interface Table {
  header: HeaderRow;
  source: RowSource;
}

/** A header longer than this is cut: it is none, and the answer repeats it. */
const HEADER_CHARS_MAX = 500;

/**
 * Drops the first `rowsToSkip` lines, takes the first row with content as the header, and says
 * where the rows start. `to` cuts a footer off.
 */
export function readTable(
  bytes: Buffer,
  separator: Separator,
  rowsToSkip: number,
  to: number,
): Table {
  const from = skipBlank(bytes, skipLines(bytes, rowsToSkip), to);
  const separatorByte = separator.charCodeAt(0);
  const header: HeaderRow = { cells: [], listed: [] };
  const start = { from, to, line: lineOf(bytes, from), separator: separatorByte };
  const rows = { ...start, from: to };
  let headerCells = 0;
  scanRows(createRowView(bytes), start, (row) => {
    // The scanner stands at the second row with content when it calls again: stop there.
    if (headerCells > 0) {
      rows.from = rowStart(row.starts[0] ?? to, row.kinds[0] ?? BARE, bytes);
      rows.line = row.line;
      return false;
    }
    headerCells = row.cells;
    for (let column = 0; column < Math.min(row.cells, COLUMNS_MAX); column += 1) {
      const text = cellText(row, column).slice(0, HEADER_CHARS_MAX);
      header.cells.push(text);
      if (text !== '' || row.kinds[column] !== BARE) header.listed.push(text);
    }
    return undefined;
  });
  return { header, source: { bytes, start: rows, headerCells } };
}

/** A quoted cell starts behind its quote; the row starts at the quote. */
function rowStart(cellStart: number, kind: number, bytes: Buffer): number {
  return kind !== BARE && bytes[cellStart - 1] === 34 ? cellStart - 1 : cellStart;
}

/** White space before the header is dropped, as the reference strips the text as a whole. */
function skipBlank(bytes: Buffer, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] ?? 0) <= 32) at += 1;
  return at;
}

/** Physical line of an offset, 1-based. */
function lineOf(bytes: Buffer, offset: number): number {
  let line = 1;
  for (let at = 0; at < offset; at += 1) {
    if (bytes[at] === 10 || (bytes[at] === 13 && bytes[at + 1] !== 10)) line += 1;
  }
  return line;
}
