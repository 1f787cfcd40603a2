import { utf8Text, wordsOf } from '../bytes.ts';
import { isNoValue } from '../fields/no-value.ts';

/** An import counts cells beyond this one but does not keep them: no bank writes so many columns. */
export const COLUMNS_MAX = 1000;

/** How a cell is written: unquoted, quoted, or quoted with doubled quotes inside. */
export const BARE = 0;
export const QUOTED = 1;
export const QUOTED_ESCAPED = 2;

const QUOTE = 34;
const BACKSLASH = 92;

/**
 * The row that the scanner is at. One object for the whole scan: the next row overwrites its arrays, so that no memory
 * is allocated per row.
 */
export interface RowView {
  bytes: Uint8Array;
  /** The same bytes, to compare four at a time. */
  words: DataView;
  /** Offset of the row's first byte. */
  from: number;
  /** Physical line on which the row starts, 1-based. */
  line: number;
  /** Number of cells, including those that the arrays have no room for. */
  cells: number;
  starts: Int32Array;
  ends: Int32Array;
  kinds: Uint8Array;
  /** A quoted cell spans several lines and has text after its closing quote. */
  isTorn: boolean;
  /** Text follows the closing quote of a cell that has a separator, a line end or nothing inside: the first may open no cell. */
  mayJoinCells: boolean;
  /** The byte that opens and closes a quoted cell. */
  quote: number;
  /** The byte before a quote that belongs to the cell: the quote itself, or a backslash. */
  escape: number;
}

export type Quoting = Pick<RowView, 'quote' | 'escape'>;

/** A row view to scan into; the quoting is that of RFC 4180 unless another one is given. */
export function createRowView(
  bytes: Uint8Array,
  quoting: Quoting = { quote: QUOTE, escape: QUOTE },
  columnsMax = COLUMNS_MAX,
): RowView {
  return {
    bytes,
    words: wordsOf(bytes),
    from: 0,
    line: 1,
    cells: 0,
    starts: new Int32Array(columnsMax),
    ends: new Int32Array(columnsMax),
    kinds: new Uint8Array(columnsMax),
    isTorn: false,
    mayJoinCells: false,
    quote: quoting.quote,
    escape: quoting.escape,
  };
}

/** The cell as written, without its quotes; a cell that the row does not have is empty. */
export function cellText(row: RowView, column: number): string {
  if (column >= row.cells || column >= row.starts.length) return '';
  return textOf(row, column, row.starts[column] ?? 0, row.ends[column] ?? 0);
}

function textOf(row: RowView, column: number, from: number, to: number): string {
  const text = utf8Text(row.bytes, from, to);
  const kind = row.kinds[column];
  if (kind !== BARE && row.escape === BACKSLASH)
    return text.replace(/\\([\\"'])|(["'])\2/g, '$1$2');
  if (kind !== QUOTED_ESCAPED) return text;
  return row.quote === QUOTE ? text.replaceAll('""', '"') : text.replaceAll("''", "'");
}

/** The byte range of a cell without surrounding white space. One object, overwritten. */
export interface CellRange {
  from: number;
  to: number;
}

/** Finds a cell without surrounding white space; false if it is blank or missing. */
export function locateCell(row: RowView, column: number, range: CellRange): boolean {
  if (column >= row.cells || column >= COLUMNS_MAX) return false;
  const { bytes } = row;
  let from = row.starts[column] ?? 0;
  let to = row.ends[column] ?? 0;
  while (from < to && (bytes[from] ?? 0) <= 32) from += 1;
  while (to > from && (bytes[to - 1] ?? 0) <= 32) to -= 1;
  range.from = from;
  range.to = to;
  return from < to;
}

/** Whether `length` bytes are equal from two offsets on. */
export function isSame(
  { bytes, words }: RowView,
  one: number,
  other: number,
  length: number,
): boolean {
  // The last four bytes overlap those before, unless the cell is shorter.
  const last = length - 4;
  for (let at = 0; at < last; at += 4) {
    if (words.getInt32(one + at) !== words.getInt32(other + at)) return false;
  }
  if (last >= 0) return words.getInt32(one + last) === words.getInt32(other + last);
  for (let at = 0; at < length; at += 1) if (bytes[one + at] !== bytes[other + at]) return false;
  return true;
}

/** The text of a cell that `locateCell` found. */
export function rangeText(row: RowView, column: number, { from, to }: CellRange): string {
  return textOf(row, column, from, to);
}

const SOME_RANGE: CellRange = { from: 0, to: 0 };

/** Whether the row has only white space in a column, or ends before it. */
export function isBlankCell(row: RowView, column: number): boolean {
  return !locateCell(row, column, SOME_RANGE);
}

/** Cells that say "no amount" are not longer. */
const NO_VALUE_BYTES_MAX = 12;

/** Whether a cell of a column for money out or in is blank, or says that there is no amount. */
export function hasNoAmount(row: RowView, column: number): boolean {
  if (!locateCell(row, column, SOME_RANGE)) return true;
  const { from, to } = SOME_RANGE;
  const first = row.bytes[from] ?? 0;
  if ((first >= 48 && first <= 57) || to - from > NO_VALUE_BYTES_MAX) return false;
  return isNoValue(rangeText(row, column, SOME_RANGE));
}

/** Whether the row has a digit other than zero in a column, so that its amount is not zero. */
export function hasWorth({ bytes, cells, starts, ends }: RowView, column: number): boolean {
  if (column >= cells) return false;
  const end = ends[column] ?? 0;
  for (let at = starts[column] ?? 0; at < end; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte > ZERO && byte <= NINE) return true;
  }
  return false;
}

const [ZERO, NINE] = [48, 57];

/** The cell's text without surrounding white space; empty if it is blank or missing. */
export function trimmedText(row: RowView, column: number): string {
  return locateCell(row, column, SOME_RANGE) ? rangeText(row, column, SOME_RANGE) : '';
}

/**
 * Wraps a reader of cells that `locateCell` found in one column. In a bank's file most cells equal the one above: such
 * a cell is not read again.
 */
export function rememberLast<Meaning>(
  read: (text: string) => Meaning,
): (row: RowView, column: number, range: CellRange) => Meaning {
  let last: Meaning | undefined;
  let lastFrom = 0;
  let lastLength = -1;
  return (row, column, range) => {
    const length = range.to - range.from;
    if (length === lastLength && isSame(row, range.from, lastFrom, length)) return last as Meaning;
    last = read(rangeText(row, column, range));
    lastFrom = range.from;
    lastLength = length;
    return last;
  };
}
