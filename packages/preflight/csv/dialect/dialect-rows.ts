import { utf8Bytes, utf8Text } from '../../bytes.ts';
import { MalformedCsvError, orMalformed } from '../../report.ts';
import { nextLineStart } from '../lines.ts';
import { BARE, cellText, createRowView } from '../row-view.ts';
import { scanRows } from '../scan-rows.ts';
import { splitLeniently } from './split-leniently.ts';
import type { RowView } from '../row-view.ts';
import { scannable } from './dialect.ts';
import type { Dialect, ScannableText } from './dialect.ts';

/** A row as text, and its position. */
export interface TextRow {
  /** Physical line on which it starts, 1-based. */
  line: number;
  cells: string[];
  /** Indexes of cells that start with a quote but are not quoted; a row with any is not well-formed. */
  odd: readonly number[];
  /** Offsets of the row in the text. */
  from: number;
  to: number;
}

const LF = 10;
const CR = 13;
/** Rows are read in batches of this size, so that memory does not grow with the text. */
const BATCH_ROWS = 500;
/** Bytes that can replace a separator of several characters during the scan: no text holds them all. */
const STAND_INS = [0x1f, 0x1e, 0x1d, 0x1c, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07];

/** Replaces a separator of several characters by one byte. Undefined when no byte is free. */
export function makeScannable(bytes: Uint8Array, dialect: Dialect): ScannableText | undefined {
  const { separator } = dialect;
  if (separator.length === 1) return scannable(bytes, dialect);
  const free = STAND_INS.find((byte) => !bytes.includes(byte));
  if (free === undefined) return undefined;
  const sign = String.fromCharCode(free);
  return {
    bytes: replaceAll(bytes, utf8Bytes(separator), free),
    dialect,
    separator: free,
    restore: (cell) => cell.replaceAll(sign, separator),
  };
}

function replaceAll(bytes: Uint8Array, sought: Uint8Array, byte: number): Uint8Array {
  const made = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; length += 1) {
    const isFound = sought.every((each, place) => bytes[at + place] === each);
    made[length] = isFound ? byte : (bytes[at] ?? 0);
    at += isFound ? sought.length : 1;
  }
  return made.subarray(0, length);
}

/**
 * Yields every row of the text, including those of empty cells. A quote that is never closed is literal: its line is a
 * row, and reading resumes on the next line. With `padded`, a quote after spaces opens a cell. Never throws.
 */
export function* dialectRows(
  text: ScannableText,
  start: { from: number; line: number; padded?: boolean } = { from: 0, line: 1 },
): Generator<TextRow> {
  const { bytes } = text;
  const to = bytes.length;
  const quoting = {
    quote: text.dialect.quote.charCodeAt(0),
    escape: text.dialect.escape.charCodeAt(0),
  };
  let view = createRowView(bytes, quoting);
  const { padded = false } = start;
  let { from, line } = start;
  while (from < to) {
    const batch: TextRow[] = [];
    const scanned = scanBatch(text, view, { from, to, line, padded }, batch);
    yield* batch;
    if (scanned === 'whole') return;
    ({ from, line } = view);
    if (scanned === 'more') continue;
    if (scanned === 'wider') {
      view = createRowView(bytes, quoting, view.cells);
      continue;
    }
    const end = Math.min(nextLineStart(bytes, from), to);
    const cells = splitLeniently(lineText(bytes, from, end), text, { evenCloses: true });
    yield { line, cells: cells.map(text.restore), odd: [-1], from, to: end };
    from = end;
    line += 1;
  }
}

/** The text without its line end. */
export function lineText(bytes: Uint8Array, from: number, to: number): string {
  let end = to;
  while (end > from && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end -= 1;
  return utf8Text(bytes, from, end);
}

const NONE: readonly number[] = [];

function oddCells({ bytes, starts, ends, kinds, cells, quote }: RowView): readonly number[] {
  let odd: number[] | undefined;
  for (let at = 0; at < cells; at += 1) {
    const from = starts[at] ?? 0;
    if (kinds[at] !== BARE || bytes[from] !== quote || from >= (ends[at] ?? 0)) continue;
    odd ??= [];
    odd.push(at);
  }
  return odd ?? NONE;
}

/** Reads rows into `batch` until it is full; the view's `from` and `line` say where to continue. */
function scanBatch(
  { separator, restore }: ScannableText,
  view: RowView,
  start: { from: number; to: number; line: number; padded: boolean },
  batch: TextRow[],
): 'whole' | 'more' | 'wider' | 'unclosed' {
  let stopped: 'more' | 'wider' | undefined;
  let last: TextRow | undefined;
  const take = (row: RowView): false | undefined => {
    if (last !== undefined) last.to = row.from;
    if (row.cells > row.starts.length) stopped = 'wider';
    else if (batch.length >= BATCH_ROWS) stopped = 'more';
    if (stopped !== undefined) return false;
    const cells = Array.from({ length: row.cells }, (_, at) => restore(cellText(row, at)));
    last = { line: row.line, cells, odd: oddCells(row), from: row.from, to: start.to };
    batch.push(last);
    return undefined;
  };
  const from = { ...start, separator, keepEmptyRows: true };
  const fault = orMalformed(() => scanRows(view, from, take));
  if (!(fault instanceof MalformedCsvError)) return stopped ?? 'whole';
  if (last !== undefined) last.to = view.from;
  return 'unclosed';
}
