import { decodeText } from '../decode.ts';
import { nextLineStart } from '../lines.ts';
import { detectDialect } from './detect-dialect.ts';
import { dialectRows, lineText, makeScannable } from './dialect-rows.ts';
import { splitLeniently } from './split-leniently.ts';
import { STANDARD_DIALECT } from './dialect.ts';
import { SEPARATORS } from '../settings.ts';
import type { EncodingName } from '../encodings.ts';
import type { Dialect, ScannableText } from './dialect.ts';
import type { TextRow } from './dialect-rows.ts';
import type { QuoteRule } from './split-leniently.ts';

/** What a text is read with; what is not given is detected. */
export interface CleanOptions extends Partial<Dialect> {
  encoding?: EncodingName;
}

/** A row as read, and the physical line on which it starts. */
interface CleanRow {
  line: number;
  cells: string[];
}

/** How a text was read. */
export interface CleanReading {
  encoding: EncodingName;
  dialect: Dialect;
  /** What a person should know about the bytes. */
  warnings: string[];
  /** Every row, each once; can be read once. */
  rows: Iterable<CleanRow>;
}

/** A row of fewer cells fits another separator by chance. */
const OTHER_SEPARATOR_WIDTH_MIN = 3;
/** The width of a table is looked for in so many rows. */
const WIDTH_ROWS_MAX = 500;

/**
 * Reads any text as CSV, for no purpose: every row that holds a separator or a letter is a row, whatever its width, the
 * first ones included. Rows that fit the table only when their quotes are read in another way are read so. Never
 * throws for content; `now` bounds what counts as a date while the dialect is looked for.
 */
export function cleanCsv(content: Uint8Array, now: Date, options: CleanOptions = {}): CleanReading {
  const { encoding, ...given } = options;
  const decoded = decodeText(content, encoding);
  const wanted = detectDialect(decoded.bytes, now, given);
  const standard = { ...STANDARD_DIALECT, separator: wanted.separator.charAt(0) };
  const text = makeScannable(decoded.bytes, wanted) ?? oneByteText(decoded.bytes, standard);
  return {
    encoding: decoded.encoding,
    dialect: text.dialect,
    warnings: decoded.warnings,
    rows: mendedRows(text, usualWidth(text)),
  };
}

function oneByteText(bytes: Buffer, dialect: Dialect): ScannableText {
  return { bytes, dialect, separator: dialect.separator.charCodeAt(0), restore: (cell) => cell };
}

/** The most frequent width of the first rows. */
function usualWidth(text: ScannableText): number {
  const widths = new Map<number, number>();
  let rows = 0;
  for (const { cells } of dialectRows(text)) {
    widths.set(cells.length, (widths.get(cells.length) ?? 0) + 1);
    rows += 1;
    if (rows >= WIDTH_ROWS_MAX) break;
  }
  return [...widths].sort((one, other) => other[1] - one[1] || other[0] - one[0])[0]?.[0] ?? 1;
}

/** Rows whose quotes swallow others are read again: at most so often as many bytes as the text has. */
const AGAIN_MAX = 4;

function* mendedRows(text: ScannableText, width: number): Generator<CleanRow> {
  const { bytes } = text;
  let start = { from: 0, line: 1 };
  let again = 0;
  for (;;) {
    let cut: { from: number; line: number } | undefined;
    for (const row of dialectRows(text, start)) {
      const first = again > bytes.length * AGAIN_MAX ? undefined : swallowingLine(text, row, width);
      if (first === undefined) {
        yield { line: row.line, cells: mendRow(text, row, width) };
        continue;
      }
      again += row.to - row.from;
      yield { line: row.line, cells: first.cells };
      cut = { from: first.to, line: row.line + 1 };
      break;
    }
    if (cut === undefined) return;
    start = cut;
  }
}

/**
 * The cells as other rules of quotes, or another separator, read them when that makes the row fit, else as they are. A
 * well-formed row of several cells is left alone.
 */
function mendRow(text: ScannableText, row: TextRow, width: number): string[] {
  const { cells, odd } = row;
  if (odd.length === 0 && (cells.length > 1 || width < OTHER_SEPARATOR_WIDTH_MIN)) return cells;
  if (cells.length === width) {
    return cells.map((cell, at) => (odd.includes(at) ? unwrap(cell, text.dialect) : cell));
  }
  const written = lineText(text.bytes, row.from, row.to);
  if (odd.length > 0) return readAgain(text, written, width) ?? cells;
  if (written.includes(text.dialect.quote)) return cells;
  const other = SEPARATORS.find((separator) => written.split(separator).length === width);
  return other === undefined ? cells : written.split(other);
}

function readAgain(text: ScannableText, written: string, width: number): string[] | undefined {
  for (const rule of quoteRules()) {
    const cells = splitLeniently(written, text, rule);
    if (cells.length === width) return cells.map(text.restore);
  }
  return undefined;
}

/** Of one row no more quotes than these are tried for one that opens nothing. */
const LITERAL_QUOTES_MAX = 20;

function* quoteRules(): Generator<QuoteRule> {
  yield { evenCloses: true };
  yield {};
  for (let literal = 0; literal < LITERAL_QUOTES_MAX; literal += 1) yield { literal };
}

/** A quote inside a cell in quotes that is not doubled: the outer ones are no part of the cell. */
function unwrap(cell: string, { quote }: Dialect): string {
  if (cell.length < 3 || !cell.endsWith(quote)) return cell;
  const inner = cell.slice(1, -1);
  return /(^|\s)$/.test(inner.slice(0, inner.indexOf(quote))) ? inner : cell;
}

/**
 * The first line of a row of several lines, when its quote was never meant to open a cell: the row does not fit, but its
 * first line does when it is read alone, or the line below it does.
 */
function swallowingLine(
  text: ScannableText,
  row: TextRow,
  width: number,
): { cells: string[]; to: number } | undefined {
  if (row.cells.length === width || width === 1 || row.odd.length === 0) return undefined;
  const { bytes } = text;
  const end = nextLineStart(bytes, row.from);
  if (end >= row.to) return undefined;
  const written = lineText(bytes, row.from, end);
  const cells = readAgain(text, written, width);
  if (cells !== undefined) return { cells, to: end };
  const below = lineText(bytes, end, Math.min(nextLineStart(bytes, end), row.to));
  if (splitLeniently(below, text, {}).length !== width) return undefined;
  return { cells: splitLeniently(written, text, {}).map(text.restore), to: end };
}
