import { finished } from 'node:stream/promises';
import csvParser from 'csv-parser';
import { CSV_TYPES } from '#preflight/types/csv-types';
import { decodeText } from '#preflight/csv/decode';
import { dialectRows } from '#preflight/csv/dialect/dialect-rows';
import { STANDARD_DIALECT } from '#preflight/csv/dialect/dialect';
import { readTable } from '#preflight/csv/read-header';
import { readEncodingSetting, readSettings } from '#preflight/csv/read-settings';
import { isZip } from '#preflight/packed/zip';
import { statementFormat } from '#preflight/statements/statement-format';
import type { CsvImportType } from '#preflight/report';
import type { TextRow } from '#preflight/csv/dialect/dialect-rows';
import type { CsvSettingsInput } from '#preflight/csv/settings';

const LF = 10;
const CR = 13;
/** Rows are compared in blocks of about this many bytes, so that memory does not grow with the content. */
const BLOCK_BYTES = 32 * 1024;
/** How many lines are reported at most: a file with more is not read differently by chance. */
const LINES_MAX = 1000;

/** A row as read by the other reader. */
interface OtherRow {
  /** Offset of its first byte in the block. */
  at: number;
  cells: string[];
}

/**
 * Reads the rows below the header a second time, with csv-parser, and yields the physical lines of rows whose cells differ, in
 * order, at most 1,000. Ignores outer blanks, quotes after blanks if the file writes `a, "b"`, and the kind of line breaks.
 * `content` and `settings` are those of a preflight. Throws MalformedCsvError like it, and the reason of the signal. Yields nothing
 * for a statement file or a zip archive, which are no CSV.
 */
export async function* findDifferentlyRead(
  content: Uint8Array,
  type: CsvImportType,
  settings: CsvSettingsInput,
  signal?: AbortSignal,
): AsyncGenerator<number> {
  if (isZip(content)) return;
  const { bytes } = decodeText(content, readEncodingSetting(settings));
  if (statementFormat(bytes) !== undefined) return;
  const table = readTable(bytes, readSettings(settings, CSV_TYPES[type], bytes).settings);
  const { from, to, line, separator, padded = false } = table.source.start;
  const sign = String.fromCharCode(separator);
  const text = {
    bytes: bytes.subarray(0, to),
    dialect: { ...STANDARD_DIALECT, separator: sign },
    separator,
    restore: (cell: string) => cell,
  };
  let found = 0;
  for (const block of blocksOf(dialectRows(text, { from, line, padded }))) {
    signal?.throwIfAborted();
    for await (const differing of compareBlock(bytes, block, { separator: sign, padded })) {
      yield differing;
      found += 1;
      if (found >= LINES_MAX) return;
    }
  }
}

/** Consecutive rows with content. */
function* blocksOf(rows: Iterable<TextRow>): Generator<TextRow[]> {
  let block: TextRow[] = [];
  for (const row of rows) {
    if (isEmpty(row.cells)) continue;
    block.push(row);
    if (row.to - (block[0]?.from ?? 0) < BLOCK_BYTES) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}

/** After a row that the two read differently, both restart below it, so that a stray quote only affects one line. */
async function* compareBlock(
  bytes: Uint8Array,
  block: readonly TextRow[],
  { separator, padded }: { separator: string; padded: boolean },
): AsyncGenerator<number> {
  let next = 0;
  while (next < block.length) {
    const start = block[next]?.from ?? 0;
    const others = await readOthers(bytes.subarray(start, block.at(-1)?.to), separator);
    const rest = block.slice(next);
    const at = rest.findIndex((row, index) => {
      const other = others[index];
      return (
        other?.at !== row.from - start ||
        !isSameRow(row.cells, padded ? other.cells.map(unpadded) : other.cells)
      );
    });
    const row = rest[at];
    if (row === undefined) return;
    yield row.line;
    next += at + 1;
  }
}

/** csv-parser's rows of a piece of text. It supports only one kind of line end and modifies its input, so it gets a copy. */
async function readOthers(piece: Uint8Array, separator: string): Promise<OtherRow[]> {
  const copy = Buffer.from(piece);
  for (let at = 0; at < copy.length; at += 1) {
    if (copy[at] === CR && copy[at + 1] !== LF) copy[at] = LF;
  }
  const rows: OtherRow[] = [];
  const parser = csvParser({ headers: false, separator, outputByteOffset: true });
  parser.on('data', ({ row, byteOffset }: { row: Record<number, string>; byteOffset: number }) => {
    const cells = Object.values(row);
    if (!isEmpty(cells)) rows.push({ at: byteOffset, cells });
  });
  parser.end(copy);
  await finished(parser);
  return rows;
}

function isEmpty(cells: readonly string[]): boolean {
  return cells.every((cell) => cell.trim() === '');
}

function isSameRow(cells: readonly string[], others: readonly string[]): boolean {
  return (
    cells.length === others.length &&
    cells.every((cell, at) => plainly(cell) === plainly(others[at] ?? ''))
  );
}

function plainly(cell: string): string {
  return cell.trim().replace(/\r(?!\n)/g, '\n');
}

/** csv-parser does not recognise quotes after blanks: it leaves them in the cell, but un-doubles those inside. */
function unpadded(cell: string): string {
  const opened = /^ *"/.exec(cell)?.[0].length;
  const close = cell.lastIndexOf('"');
  if (opened === undefined || /[^ ]/.test(cell.slice(close + 1))) return cell;
  if (close < opened) return opened > 1 ? '' : cell;
  return cell.slice(opened, close);
}
