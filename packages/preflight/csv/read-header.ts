import { MalformedCsvError, orMalformed } from '../report.ts';
import { lineAt, skipLines, trimmedEnd } from './lines.ts';
import { startAt } from './padded-quotes.ts';
import { columnName } from './headers.ts';
import { BARE, cellText, COLUMNS_MAX, createRowView } from './row-view.ts';
import { scanRows } from './scan-rows.ts';
import { HEADER_CHARS_MAX } from './settings.ts';
import type { RowSource } from './check-rows.ts';
import type { HeaderRow } from './headers.ts';
import type { ScanStart } from './scan-rows.ts';
import type { CsvSettings } from './settings.ts';

/** A text cut into its header row and the rows below. */
export interface Table {
  header: HeaderRow;
  source: RowSource;
}

/** The position of the table in the text. */
export type TableSettings = Pick<
  CsvSettings,
  'separator' | 'rowsToSkip' | 'footerRowsToSkip' | 'hasHeader'
>;

/**
 * Drops the first `rowsToSkip` lines and the last `footerRowsToSkip` rows, takes the first row with content as the
 * header unless there is none, and says where the rows start. Throws MalformedCsvError for a quote that is never closed, up to the row
 * below the header.
 */
export function readTable(bytes: Uint8Array, settings: TableSettings): Table {
  const separator = settings.separator.charCodeAt(0);
  const end = trimmedEnd(bytes, bytes.length);
  const from = skipBlank(bytes, skipLines(bytes, settings.rowsToSkip), end);
  const whole = startAt(bytes, { from, to: end, line: lineAt(bytes, from), separator });
  const to = footerStart(bytes, whole, settings.footerRowsToSkip);
  const header: HeaderRow = { cells: [], listed: [] };
  const rows = { ...whole, from: to, to };
  let headerCells = 0;
  let section: string | undefined;
  scanRows(createRowView(bytes), { ...whole, to }, (row) => {
    // At its second call the scanner is at the second row with content: stop there.
    if (headerCells > 0) {
      rows.from = row.from;
      rows.line = row.line;
      section = sectionOf(header.cells, [cellText(row, 0), cellText(row, 1)]);
      return false;
    }
    headerCells = row.cells;
    if (!settings.hasHeader) {
      header.cells = Array.from({ length: Math.min(row.cells, COLUMNS_MAX) }, () => '');
      header.listed = header.cells.map((_, column) => columnName(column));
      rows.from = row.from;
      rows.line = row.line;
      return false;
    }
    for (let column = 0; column < Math.min(row.cells, COLUMNS_MAX); column += 1) {
      const text = cellText(row, column).slice(0, HEADER_CHARS_MAX);
      header.cells.push(text);
      if (text !== '' || row.kinds[column] !== BARE) header.listed.push(text);
    }
    return undefined;
  });
  const namedCells = 1 + header.cells.findLastIndex((cell) => cell.trim() !== '');
  const sections = section === undefined ? {} : { section };
  return { header, source: { bytes, start: rows, headerCells, namedCells, ...sections } };
}

/**
 * The section that a table is, in a file of several: the first cell of its header is that of its rows, too, and names it. The
 * first two cells of a row are enough to tell it from a header that is repeated.
 */
export function sectionOf(
  [name = '', kind = '']: readonly string[],
  [below = '', other = '']: readonly string[],
): string | undefined {
  const isNamed = /\p{L}/u.test(name) && name.trim() === below.trim();
  return isNamed && kind.trim() !== other.trim() ? name.trim() : undefined;
}

/**
 * Where the last `count` rows with content start: rows, because a quoted line break makes one of several lines. What
 * stands behind a quote that is never closed counts as one row.
 */
function footerStart(bytes: Uint8Array, start: ScanStart, count: number): number {
  if (count === 0) return start.to;
  const starts = new Int32Array(count).fill(start.from);
  const row = createRowView(bytes);
  let rows = 0;
  const note = (): undefined => {
    starts[rows % count] = row.from;
    rows += 1;
  };
  if (orMalformed(() => scanRows(row, start, note)) instanceof MalformedCsvError) note();
  return trimmedEnd(bytes, starts[rows % count] ?? start.from);
}

/** White space before the header is dropped, as the reference strips the text as a whole. */
function skipBlank(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to && (bytes[at] ?? 0) <= 32) at += 1;
  return at;
}
