import { decodeText } from '../decode.ts';
import { nextLineStart } from '../lines.ts';
import { detectDialect } from './detect-dialect.ts';
import { dialectRows, lineText, makeScannable } from './dialect-rows.ts';
import { splitLeniently } from './split-leniently.ts';
import { textSeparatedBy } from './dialect.ts';
import { SEPARATORS } from '../settings.ts';
import { binaryKind, noTextKind } from '../../file-kind.ts';
import type { FileKind } from '../../file-kind.ts';
import type { EncodingName } from '../encodings.ts';
import type { Dialect, ScannableText } from './dialect.ts';
import type { TextRow } from './dialect-rows.ts';
import type { QuoteRule } from './split-leniently.ts';
import type { Warning } from '../../warnings/warning.ts';

/** How to read a text; what is absent is detected. */
export interface CleanOptions extends Partial<Dialect> {
  encoding?: EncodingName;
}

/** A row as read, and the physical line on which it starts. */
type CleanRow = Pick<TextRow, 'line' | 'cells'>;

export interface CleanReading {
  /** What the content is instead of text: its rows mean nothing. */
  kind: FileKind | undefined;
  encoding: EncodingName;
  dialect: Dialect;
  /** What a person should know about the bytes. */
  warnings: Warning[];
  /** Every row; can be iterated once. */
  rows: Iterable<CleanRow>;
}

/** A row with fewer cells may fit another separator by chance. */
const OTHER_SEPARATOR_WIDTH_MIN = 3;
/** The width of a table is taken from at most this many rows. */
const WIDTH_ROWS_MAX = 500;

/**
 * Reads any text as CSV without knowing what it is for. Every row with a separator or a letter counts, whatever its
 * width, including the first ones. Rows that do not fit the table are read with other quote rules. Never throws because
 * of the content; `now` bounds what counts as a date while the dialect is detected.
 */
export function cleanCsv(content: Uint8Array, now: Date, options: CleanOptions = {}): CleanReading {
  const { encoding, ...given } = options;
  const decoded = decodeText(content, encoding);
  const wanted = detectDialect(decoded.bytes, now, given);
  const text =
    makeScannable(decoded.bytes, wanted) ??
    textSeparatedBy(wanted.separator.charAt(0), decoded.bytes);
  const noText = encoding === undefined ? noTextKind(decoded.bytes) : undefined;
  return {
    kind: binaryKind(content) ?? noText,
    encoding: decoded.encoding,
    dialect: text.dialect,
    warnings: decoded.warnings,
    rows: mendedRows(text, usualWidth(text)),
  };
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

/** Rows whose quotes swallow others are read again, up to this many times the length of the text in total. */
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
 * Tries other quote rules and another separator on a row that does not fit the table. Returns the cells of a reading
 * that fits, else the row as it is. A well-formed row of several cells is left alone.
 */
function mendRow(text: ScannableText, row: TextRow, width: number): string[] {
  const { cells, odd } = row;
  if (odd.length === 0 && (cells.length > 1 || width < OTHER_SEPARATOR_WIDTH_MIN)) return cells;
  const written = lineText(text.bytes, row.from, row.to);
  if (cells.length === width) {
    const plain = cells.map((cell, at) => (odd.includes(at) ? unwrap(cell, text.dialect) : cell));
    return fewestStrays(text, plain, readings(text, written, width));
  }
  if (odd.length > 0) return readAgain(text, written, width) ?? cells;
  if (written.includes(text.dialect.quote)) return cells;
  const other = SEPARATORS.find((separator) => written.split(separator).length === width);
  if (other !== undefined) return written.split(other);
  const words = written.split(' ');
  return words.length === width && words.filter(holdsDigit).length >= FIGURES_MIN ? words : cells;
}

/** A sentence with as many words as the table has columns contains fewer numbers. */
const FIGURES_MIN = 2;
const holdsDigit = (word: string): boolean => /\d/.test(word);

/** The readings of a row that fit the table, the likeliest first. */
function* readings(text: ScannableText, written: string, width: number): Generator<string[]> {
  for (const rule of quoteRules()) {
    const cells = splitLeniently(written, text, rule);
    if (cells.length === width) yield cells.map(text.restore);
  }
}

function readAgain(text: ScannableText, written: string, width: number): string[] | undefined {
  const [first] = readings(text, written, width);
  return first;
}

/**
 * A row may fit by chance, if a stray quote joins two cells and another one splits a third. Then a cell that starts
 * with a quote contains a separator. Returns the reading with the fewest cells that have a quote at one end only.
 */
function fewestStrays(
  { dialect: { quote, separator } }: ScannableText,
  plain: string[],
  others: Iterable<string[]>,
): string[] {
  const strays = (cells: readonly string[]): number =>
    cells.filter((cell) => cell.startsWith(quote) !== cell.endsWith(quote)).length;
  if (!plain.some((cell) => cell.startsWith(quote) && cell.includes(separator))) return plain;
  let best = plain;
  for (const cells of others) if (strays(cells) < strays(best)) best = cells;
  return best;
}

/** At most this many quotes of a row are tried as literal ones. */
const LITERAL_QUOTES_MAX = 20;

function* quoteRules(): Generator<QuoteRule> {
  yield { evenCloses: true };
  yield {};
  for (let literal = 0; literal < LITERAL_QUOTES_MAX; literal += 1) yield { literal };
}

/** Strips the outer quotes of a cell whose inner quotes are not doubled. */
function unwrap(cell: string, { quote }: Dialect): string {
  if (cell.length < 3 || !cell.endsWith(quote)) return cell;
  const inner = cell.slice(1, -1);
  return /(^|\s)$/.test(inner.slice(0, inner.indexOf(quote))) ? inner : cell;
}

/**
 * The first line of a row of several lines, if its quote was not meant to open a cell: the row does not fit the table,
 * but its first line alone or the line below does. If the row fits, both lines must: a quote left open in the last cell
 * may be closed by one in the last cell of the next line.
 */
function swallowingLine(
  text: ScannableText,
  row: TextRow,
  width: number,
): { cells: string[]; to: number } | undefined {
  if (width === 1 || row.odd.length === 0) return undefined;
  const { bytes } = text;
  const end = nextLineStart(bytes, row.from);
  if (end >= row.to) return undefined;
  const written = lineText(bytes, row.from, end);
  const cells = readAgain(text, written, width);
  const below = lineText(bytes, end, Math.min(nextLineStart(bytes, end), row.to));
  const belowFits = splitLeniently(below, text, {}).length === width;
  if (row.cells.length === width && !(cells !== undefined && belowFits)) return undefined;
  if (cells !== undefined) return { cells, to: end };
  if (!belowFits) return undefined;
  return { cells: splitLeniently(written, text, {}).map(text.restore), to: end };
}
