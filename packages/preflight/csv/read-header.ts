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
 * header unless `hasHeader` is false, and returns where the rows start. Throws MalformedCsvError if a quote is never
 * closed in the header or the row below it.
 */
export function readTable(bytes: Uint8Array, settings: TableSettings): Table {
  const separator = settings.separator.charCodeAt(0);
  const end = trimmedEnd(bytes, bytes.length);
  const first = skipLines(bytes, settings.rowsToSkip);
  const from = skipBlank(bytes, { from: first, to: end, separator });
  const whole = startAt(bytes, { from, to: end, line: lineAt(bytes, from), separator });
  const to = footerStart(bytes, whole, settings.footerRowsToSkip);
  const header: HeaderRow = { cells: [], listed: [] };
  const rows = { ...whole, from: to, to };
  let headerCells = 0;
  let section: string | undefined;
  scanRows(createRowView(bytes), { ...whole, to }, (row) => {
    // The second call is for the second row with content: stop there.
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
 * The section of a table in a file of several: its name is the first cell of both the header and the rows. The second
 * cell tells a row from a repeated header.
 */
export function sectionOf(
  [name = '', kind = '']: readonly string[],
  [below = '', other = '']: readonly string[],
): string | undefined {
  const isNamed = /\p{L}/u.test(name) && name.trim() === below.trim();
  return isNamed && kind.trim() !== other.trim() ? name.trim() : undefined;
}

/**
 * Where the last `count` rows with content start. Counts rows, not lines, because a quoted line break joins several
 * lines. All that follows a quote that is never closed counts as one row.
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

const LF = 10;
const CR = 13;
const TAB = 9;

/** Skips white space before the header, as the reference strips the whole text, but not tabs that separate blank cells of the header. */
function skipBlank(
  bytes: Uint8Array,
  { from, to, separator }: { from: number; to: number; separator: number },
): number {
  let tab: number | undefined;
  let at = from;
  for (; at < to && (bytes[at] ?? 0) <= 32; at += 1) {
    if (bytes[at] === LF || bytes[at] === CR) tab = undefined;
    else if (bytes[at] === TAB) tab ??= at;
  }
  return separator === TAB ? (tab ?? at) : at;
}
