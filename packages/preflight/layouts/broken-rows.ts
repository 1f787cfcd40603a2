import { joinBytes, utf8Bytes } from '../bytes.ts';
import { createRowView } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { LINES_LISTED_MAX } from '../csv/left-out-rows.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { listed } from '../text.ts';
import { lineText } from '../csv/dialect/dialect-rows.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Relaid } from './rewrite-cells.ts';

/** So many rows must show how many cells a row has, and more than one in so many are not broken. */
const USUAL_ROWS_MIN = 3;
const ROWS_A_BREAK_MIN = 4;
const CELLS_MIN = 3;

interface Piece {
  line: number;
  from: number;
  to: number;
  cells: number;
}

/**
 * Rows that a line end in a cell without quotes breaks in two: joined where the two have the cells of one row, and only together a day
 * and an amount. Undefined where there are none.
 */
export function joinBrokenRows(bytes: Uint8Array, accepted: DateRange): Relaid | undefined {
  for (const separator of SEPARATORS) {
    const pieces = piecesOf(bytes, separator);
    const width = usualWidth(pieces);
    if (width === undefined) continue;
    const isData = (from: number, to: number): boolean => {
      const cells = lineText(bytes, from, to)
        .replace(/[\r\n]+/g, ' ')
        .split(separator);
      return looksLikeData({ line: 0, cells: cells.map((cell) => cell.trim()) }, accepted);
    };
    const breaks = pieces.flatMap((piece, at) => {
      const next = pieces[at + 1];
      const isBroken =
        next !== undefined &&
        piece.cells < width &&
        next.cells < width &&
        piece.cells + next.cells - 1 === width &&
        next.line === piece.line + 1 &&
        isData(piece.from, next.to) &&
        !isData(piece.from, piece.to) &&
        !isData(next.from, next.to);
      return isBroken ? [{ piece, next }] : [];
    });
    if (breaks.length === 0 || breaks.length * ROWS_A_BREAK_MIN > pieces.length) continue;
    const lines = breaks.map(({ piece }) => piece.line);
    const where = listed(lines.slice(0, LINES_LISTED_MAX), lines.length);
    const warning = `A line ends within a cell in line ${where}: by the number of cells the row goes on in the next line, and was read so. Compare it.`;
    return { bytes: joined(bytes, breaks), warning };
  }
  return undefined;
}

function piecesOf(bytes: Uint8Array, separator: string): Piece[] {
  const pieces: Piece[] = [];
  const start = { from: 0, to: bytes.length, line: 1, separator: separator.charCodeAt(0) };
  scanRows(createRowView(bytes), start, ({ line, from, cells }): undefined => {
    const last = pieces.at(-1);
    if (last !== undefined) last.to = from;
    pieces.push({ line, from, to: bytes.length, cells });
  });
  return pieces;
}

/** The number of cells that most rows have. */
function usualWidth(pieces: readonly Piece[]): number | undefined {
  const widths = new Map<number, number>();
  for (const { cells } of pieces) widths.set(cells, (widths.get(cells) ?? 0) + 1);
  const [usual] = [...widths].sort(([, one], [, other]) => other - one);
  if (usual === undefined) return undefined;
  const [width, rows] = usual;
  return width >= CELLS_MIN && rows >= USUAL_ROWS_MIN ? width : undefined;
}

/** The text with a blank in the place of each line end, which comes below the row, so that every other row keeps its line. */
function joined(bytes: Uint8Array, breaks: readonly { piece: Piece; next: Piece }[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { piece, next } of breaks) {
    const first = lineText(bytes, piece.from, piece.to);
    const second = lineText(bytes, next.from, next.to);
    pieces.push(bytes.subarray(at, piece.from), utf8Bytes(`${first} ${second}\n\n`));
    at = next.to;
  }
  return joinBytes([...pieces, bytes.subarray(at)]);
}
