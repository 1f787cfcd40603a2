import { MalformedCsvError } from '../report.ts';
import { BARE, QUOTED, QUOTED_ESCAPED } from './row-view.ts';
import type { RowView } from './row-view.ts';

const LF = 10;
const CR = 13;
const BLANK = 32;

export interface ScanStart {
  /** Offset of the first byte to read. */
  from: number;
  /** Offset after the last byte to read. */
  to: number;
  /** Physical line of `from`, 1-based. */
  line: number;
  /** The separator's byte. */
  separator: number;
  /** Rows of only empty cells count as rows; empty lines never do. */
  keepEmptyRows?: boolean;
  /** Spaces before an opening quote are not part of the cell: `a, "b, c"` has two cells. */
  padded?: boolean;
  /** Where the text is a table made of another file: the line of that file, by physical line of the table. */
  lines?: ArrayLike<number>;
}

/** The position of the scan, and the cell that it read last. One object for the whole scan. */
interface Cursor {
  at: number;
  line: number;
  begin: number;
  end: number;
  kind: number;
}

/**
 * Reads UTF-8 CSV row by row. LF, CRLF and CR end a row, in any mixture. Rows without content are left out unless
 * `keepEmptyRows` is set. Quotes work as in the reference: a cell that starts with a quote runs to its closing quote;
 * text after that is tolerated, and then the quotes stay; any other quote is literal. With `padded`, a quote after
 * spaces opens a cell, too.
 * `onRow` may return false to stop. Throws MalformedCsvError for a quote that is never closed.
 */
export function scanRows(
  row: RowView,
  start: ScanStart,
  onRow: (row: RowView) => boolean | undefined,
): void {
  const { bytes, words, starts, ends, kinds, quote } = row;
  const { to, separator, keepEmptyRows = false, padded = false, lines } = start;
  const columnsMax = starts.length;
  const separators = Math.imul(separator, EACH_BYTE);
  const lastWord = to - 4;
  const cursor: Cursor = { at: start.from, line: start.line, begin: 0, end: 0, kind: BARE };
  while (cursor.at < to) {
    let cells = 0;
    let blank = true;
    let at = cursor.at;
    row.from = at;
    row.line = lines?.[cursor.line] ?? cursor.line;
    row.isTorn = false;
    row.mayJoinCells = false;
    for (;;) {
      if (padded) at = quoteBehindBlanks(bytes, at, to, quote);
      let begin = at;
      let end: number;
      let kind = BARE;
      if (at < to && bytes[at] === quote) {
        cursor.at = at;
        scanQuoted(row, cursor, to, separator);
        ({ at, begin, end, kind } = cursor);
      } else {
        // Four bytes at a time: the subtraction sets the highest bit of each byte below the limit, and the lowest such bit is
        // that of the first one. In a function of its own it takes longer.
        while (at <= lastWord) {
          const word = words.getInt32(at, true);
          const other = word ^ separators;
          const found =
            (((word - UP_TO_CR) & ~word) | ((other - EACH_BYTE) & ~other)) & HIGHEST_BITS;
          if (found === 0) {
            at += 4;
            continue;
          }
          at += (31 - Math.clz32(found & -found)) >> 3;
          if (endsCell(bytes[at], separator)) break;
          at += 1;
        }
        at = cellEnd(bytes, at, to, separator);
        end = at;
      }
      if (blank && end > begin && !isBlank(bytes, begin, end)) blank = false;
      if (cells < columnsMax) {
        starts[cells] = begin;
        ends[cells] = end;
        kinds[cells] = kind;
      }
      cells += 1;
      if (at >= to || bytes[at] !== separator) break;
      at += 1;
    }
    cursor.at = at;
    endRow(bytes, cursor, to);
    if (blank && !(keepEmptyRows && (cells > 1 || kinds[0] !== BARE))) continue;
    row.cells = cells;
    if (onRow(row) === false) return;
  }
}

/** The position of the quote after spaces, or of the cell's start if there is none. */
function quoteBehindBlanks(bytes: Uint8Array, from: number, to: number, quote: number): number {
  let at = from;
  while (at < to && bytes[at] === BLANK) at += 1;
  return at < to && bytes[at] === quote ? at : from;
}

/** Moves past the line end: LF, CRLF or CR. */
function endRow(bytes: Uint8Array, cursor: Cursor, to: number): void {
  if (cursor.at >= to) return;
  const isPair = bytes[cursor.at] === CR && cursor.at + 1 < to && bytes[cursor.at + 1] === LF;
  cursor.at += isPair ? 2 : 1;
  cursor.line += 1;
}

/** Reads a quoted cell: its range excludes the quotes, unless text follows the closing one. */
function scanQuoted(row: RowView, cursor: Cursor, to: number, separator: number): void {
  const { at: opened, line: openedOn } = cursor;
  const { bytes } = row;
  const close = closingQuote(row, cursor, to);
  cursor.at = cellEnd(bytes, close + 1, to, separator);
  if (cursor.at > close + 1 && !isBlank(bytes, close + 1, cursor.at)) {
    if (cursor.line > openedOn) row.isTorn = true;
    const holdsCells = row.isTorn || bytes.subarray(opened, close).includes(separator);
    if (holdsCells || close === opened + 1) row.mayJoinCells = true;
    cursor.kind = BARE;
    cursor.begin = opened;
    cursor.end = cursor.at;
  } else {
    cursor.begin = opened + 1;
    cursor.end = close;
  }
}

/** Finds the quote that closes the cell at the cursor, counting the lines inside. */
function closingQuote({ bytes, quote, escape }: RowView, cursor: Cursor, to: number): number {
  const openedOn = cursor.line;
  cursor.kind = QUOTED;
  for (let at = cursor.at + 1; at < to; at += 1) {
    const byte = bytes[at] ?? 0;
    // Most characters are above the quote, and line ends below it.
    if (byte > quote) continue;
    if (byte === quote) {
      if (escape !== quote && isEscaped(bytes, at, escape)) continue;
      if (at + 1 >= to || bytes[at + 1] !== quote) return at;
      cursor.kind = QUOTED_ESCAPED;
      at += 1;
    } else if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) cursor.line += 1;
  }
  throw unclosedQuote(openedOn);
}

/** Whether an odd number of escapes precedes a quote: two of them are one literal escape. */
function isEscaped(bytes: Uint8Array, quoteAt: number, escape: number): boolean {
  let at = quoteAt;
  while (bytes[at - 1] === escape) at -= 1;
  return (quoteAt - at) % 2 === 1;
}

/** The offset of the separator or line end after an unquoted cell, or after a quote. */
function cellEnd(bytes: Uint8Array, from: number, to: number, separator: number): number {
  let at = from;
  while (at < to && !endsCell(bytes[at], separator)) at += 1;
  return at;
}

const EACH_BYTE = 0x01010101;
const UP_TO_CR = (CR + 1) * EACH_BYTE;
const HIGHEST_BITS = 0x80808080;

function endsCell(byte: number | undefined, separator: number): boolean {
  return byte === separator || byte === LF || byte === CR;
}

function isBlank(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > 32) return false;
  return true;
}

function unclosedQuote(line: number): MalformedCsvError {
  return new MalformedCsvError(
    `Unclosed quoted field: the quote opened in line ${line} is never closed.`,
    line,
    'unclosed_quote',
  );
}
