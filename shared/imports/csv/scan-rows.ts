import { MalformedCsvError } from '../report.ts';

const LF = 10;
const CR = 13;
const QUOTE = 34;
/** Cells beyond this one are counted, but not kept: no bank writes so many columns. */
export const COLUMNS_MAX = 1000;

/** How a cell stands in the text: bare, in quotes, or in quotes with doubled ones inside. */
export const BARE = 0;
export const QUOTED = 1;
export const QUOTED_ESCAPED = 2;

/**
 * The row under the scanner. One object for the whole scan: its arrays are overwritten by the
 * next row, so that no memory is allocated per row.
 */
export interface RowView {
  bytes: Buffer;
  /** Physical line on which the row starts, 1-based. */
  line: number;
  /** Number of cells; only the first `COLUMNS_MAX` have a place in the arrays. */
  cells: number;
  starts: Int32Array;
  ends: Int32Array;
  kinds: Uint8Array;
}

export interface ScanStart {
  /** Offset of the first byte to read. */
  from: number;
  /** Offset after the last byte to read. */
  to: number;
  /** Physical line of `from`, 1-based. */
  line: number;
  /** The separator's byte. */
  separator: number;
}

/** A row view to scan into. */
export function createRowView(bytes: Buffer): RowView {
  return {
    bytes,
    line: 1,
    cells: 0,
    starts: new Int32Array(COLUMNS_MAX),
    ends: new Int32Array(COLUMNS_MAX),
    kinds: new Uint8Array(COLUMNS_MAX),
  };
}

/**
 * Reads UTF-8 CSV row by row; LF, CRLF and CR end a row in any mixture, rows without any
 * content are left out. Quotes as in the reference: a cell that starts with a quote runs to its
 * closing quote, text after that is tolerated (the quotes then stay), any other quote is literal.
 * `onRow` may return false to stop. Throws MalformedCsvError for a quote that is never closed.
 */
export function scanRows(
  row: RowView,
  start: ScanStart,
  onRow: (row: RowView) => boolean | undefined,
): void {
  const { bytes, starts, ends, kinds } = row;
  const { to, separator } = start;
  let at = start.from;
  let line = start.line;
  while (at < to) {
    let cells = 0;
    let blank = true;
    row.line = line;
    for (;;) {
      let begin = at;
      let end: number;
      let kind = BARE;
      if (bytes[at] === QUOTE && at < to) {
        // A quoted cell: find the closing quote, counting the lines inside.
        const openedOn = line;
        kind = QUOTED;
        at += 1;
        for (;;) {
          if (at >= to) throw unclosedQuote(openedOn);
          const byte = bytes[at];
          if (byte === QUOTE) {
            if (at + 1 < to && bytes[at + 1] === QUOTE) {
              kind = QUOTED_ESCAPED;
              at += 2;
              continue;
            }
            break;
          }
          if (byte === LF || (byte === CR && bytes[at + 1] !== LF)) line += 1;
          at += 1;
        }
        end = at;
        begin += 1;
        at += 1;
        const tail = at;
        while (at < to) {
          const byte = bytes[at];
          if (byte === separator || byte === LF || byte === CR) break;
          at += 1;
        }
        if (at > tail && !isBlank(bytes, tail, at)) {
          kind = BARE;
          begin -= 1;
          end = at;
        }
      } else {
        while (at < to) {
          const byte = bytes[at];
          if (byte === separator || byte === LF || byte === CR) break;
          at += 1;
        }
        end = at;
      }
      if (blank && end > begin && !isBlank(bytes, begin, end)) blank = false;
      if (cells < COLUMNS_MAX) {
        starts[cells] = begin;
        ends[cells] = end;
        kinds[cells] = kind;
      }
      cells += 1;
      if (at < to && bytes[at] === separator) {
        at += 1;
        continue;
      }
      break;
    }
    if (at < to) {
      if (bytes[at] === CR && at + 1 < to && bytes[at + 1] === LF) at += 1;
      at += 1;
      line += 1;
    }
    if (blank) continue;
    row.cells = cells;
    if (onRow(row) === false) return;
  }
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if ((bytes[at] ?? 0) > 32) return false;
  return true;
}

function unclosedQuote(line: number): MalformedCsvError {
  return new MalformedCsvError(
    `Unclosed quoted field: the quote opened in line ${line} is never closed.`,
    line,
  );
}

/** The cell as written, without its quotes; a cell that the row does not have is empty. */
export function cellText(row: RowView, column: number): string {
  if (column >= row.cells || column >= COLUMNS_MAX) return '';
  const text = row.bytes.toString('utf8', row.starts[column], row.ends[column]);
  return row.kinds[column] === QUOTED_ESCAPED ? text.replaceAll('""', '"') : text;
}
