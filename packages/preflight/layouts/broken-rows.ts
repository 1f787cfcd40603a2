import { joinBytes, utf8Bytes } from '../bytes.ts';
import { createRowView } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { listed } from '../text.ts';
import { lineText } from '../csv/dialect/dialect-rows.ts';
import type { ScanStart } from '../csv/scan-rows.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Relaid } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

/** This many rows must have the usual number of cells, and at most one row in ROWS_A_BREAK_MIN may be broken. */
const USUAL_ROWS_MIN = 3;
const ROWS_A_BREAK_MIN = 4;
const CELLS_MIN = 3;

/** With more of them, the file is meant to be written that way. */
const BREAKS_MAX = 1000;

/** Two lines that hold the cells of one row: where each starts, and where the second one ends. */
interface Break {
  line: number;
  from: number;
  next: number;
  to: number;
}

/**
 * Joins rows that a line break in an unquoted cell splits in two: where both together have the cells of one row, and
 * only together a day and an amount. Undefined where there are none.
 */
export function joinBrokenRows(bytes: Uint8Array, accepted: DateRange): Relaid | undefined {
  for (const separator of SEPARATORS) {
    const start = { from: 0, to: bytes.length, line: 1, separator: separator.charCodeAt(0) };
    const isData = (from: number, to: number): boolean => {
      const cells = lineText(bytes, from, to)
        .replace(/[\r\n]+/g, ' ')
        .split(separator);
      return looksLikeData({ line: 0, cells: cells.map((cell) => cell.trim()) }, accepted);
    };
    const found = findBreaks(bytes, start);
    if (found === null) return undefined;
    const breaks = found.filter(
      ({ from, next, to }) => isData(from, to) && !isData(from, next) && !isData(next, to),
    );
    if (breaks.length === 0) continue;
    const lines = breaks.map(({ line }) => line);
    const where = listed(lines);
    return { bytes: joined(bytes, breaks), warnings: [warning('rows_broken', { lines: where })] };
  }
  return undefined;
}

/** Null where every row is whole, as in most files: then no other separator is tried. */
function findBreaks(bytes: Uint8Array, start: ScanStart): Break[] | null {
  if (!hasRows(bytes, start)) return [];
  const widths = new Map<number, number>();
  let rows = 0;
  scanRows(createRowView(bytes), start, ({ cells }): undefined => {
    rows += 1;
    widths.set(cells, (widths.get(cells) ?? 0) + 1);
  });
  const [usual] = [...widths].sort(([, one], [, other]) => other - one);
  if (usual === undefined || usual[0] < CELLS_MIN || usual[1] < USUAL_ROWS_MIN) return [];
  const [width] = usual;
  if (widths.size === 1) return null;
  const breaks: Break[] = [];
  let before = { line: 0, from: 0, cells: 0 };
  let isSecond = false;
  scanRows(createRowView(bytes), start, ({ line, from, cells }) => {
    const last = breaks.at(-1);
    if (isSecond && last !== undefined) last.to = from;
    isSecond =
      Math.max(cells, before.cells) < width &&
      before.cells + cells - 1 === width &&
      line === before.line + 1 &&
      !isSecond;
    if (isSecond)
      breaks.push({ line: before.line, from: before.from, next: from, to: bytes.length });
    before = { line, from, cells };
    return breaks.length <= BREAKS_MAX;
  });
  const isRare = breaks.length <= BREAKS_MAX && breaks.length * ROWS_A_BREAK_MIN <= rows;
  return isRare ? breaks : [];
}

/** Whether the separator occurs often enough for the fewest rows, so that most separators need no look at each row. */
function hasRows(bytes: Uint8Array, { separator }: ScanStart): boolean {
  let at = -1;
  for (let left = USUAL_ROWS_MIN * (CELLS_MIN - 1); left > 0; left -= 1) {
    at = bytes.indexOf(separator, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** The text with a blank for each such line break, which moves below the row, so that every other row keeps its line. */
function joined(bytes: Uint8Array, breaks: readonly Break[]): Uint8Array {
  const pieces: Uint8Array[] = [];
  let at = 0;
  for (const { from, next, to } of breaks) {
    const row = `${lineText(bytes, from, next)} ${lineText(bytes, next, to)}`;
    pieces.push(bytes.subarray(at, from), utf8Bytes(`${row}\n\n`));
    at = to;
  }
  return joinBytes([...pieces, bytes.subarray(at)]);
}
