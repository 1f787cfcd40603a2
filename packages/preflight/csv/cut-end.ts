import { utf8Text } from '../bytes.ts';
import { datesWithin } from '../fields/dates.ts';
import { lineAt, skipLines } from './lines.ts';
import { createRowView, trimmedText } from './row-view.ts';
import { scanRows } from './scan-rows.ts';
import type { DateRange } from '../fields/dates.ts';
import type { Relaid } from '../layouts/rewrite-cells.ts';
import type { RowSource } from './check-rows.ts';
import type { Reading } from './read-row.ts';
import { warning } from '../warnings/warning.ts';

const LF = 10;
const CR = 13;
/** At most this many cells are searched for a date. */
const CELLS_MAX = 100;
/** After fewer rows, the last one may be whole: rows may be shorter than the header, and an open quote is the sender's to close. */
const ROWS_ABOVE_MIN = 5;

/** Where the last line starts; undefined if the text ends with a line end. */
function lastLineStart(bytes: Uint8Array): number | undefined {
  let start = bytes.length;
  while (start > 0 && bytes[start - 1] !== LF && bytes[start - 1] !== CR) start -= 1;
  return start < bytes.length ? start : undefined;
}

/**
 * The text without its last line, if that has a date and the quote that is never closed. Otherwise undefined: prose
 * below the table is a footer.
 */
export function withoutOpenEnd(
  bytes: Uint8Array,
  line: number,
  accepted: DateRange,
): Relaid | undefined {
  const from = lastLineStart(bytes);
  if (line <= ROWS_ABOVE_MIN + 1 || from !== skipLines(bytes, line - 1)) return undefined;
  const dates = datesWithin(accepted);
  const cells = utf8Text(bytes, from).split(/[,;|\t]/, CELLS_MAX);
  return cells.some((cell) => dates.isDate(cell.replaceAll('"', '').trim()))
    ? cutAt(bytes, from, line)
    : undefined;
}

/** The text without its last line, if that has a date, but no line end and fewer cells than any other of some rows. Otherwise undefined. */
export function withoutCutRow(
  { bytes, start, namedCells }: RowSource,
  { columns, accepted }: Reading,
): Relaid | undefined {
  const date = columns.find(({ field }) => field.kind === 'date');
  const from = lastLineStart(bytes);
  if (date === undefined || from === undefined || from <= start.from) return undefined;
  let separators = 0;
  for (const byte of bytes.subarray(from)) if (byte === start.separator) separators += 1;
  if (separators >= namedCells - 1) return undefined;
  const dates = datesWithin(accepted);
  const short: { at: number; day: string }[] = [];
  let rows = 0;
  scanRows(createRowView(bytes), start, (row): undefined => {
    rows += 1;
    if (row.cells < namedCells) short.push({ at: row.from, day: trimmedText(row, date.index) });
  });
  const [last, ...others] = short;
  if (rows <= ROWS_ABOVE_MIN || others.length > 0 || last?.at !== from) return undefined;
  return dates.isDate(last.day) ? cutAt(bytes, from, lineAt(bytes, from)) : undefined;
}

function cutAt(bytes: Uint8Array, from: number, line: number): Relaid {
  return { bytes: bytes.subarray(0, from), warnings: [warning('cut_off', { line })] };
}
