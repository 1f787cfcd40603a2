import { listed } from '../text.ts';
import { createLeftOutJudge } from '../csv/left-out-rows.ts';
import { createRowView, isBlankCell, trimmedText } from '../csv/row-view.ts';
import { scanRows } from '../csv/scan-rows.ts';
import type { RowSource } from '../csv/check-rows.ts';
import type { Reading } from '../csv/read-row.ts';
import type { RowView } from '../csv/row-view.ts';
import type { Relaid } from './rewrite-cells.ts';
import { rewriteCells } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

/** Fewer lines below bookings may be notes on single ones. */
const ROWS_MIN = 2;
/** The share of bookings with text below them in a statement with this layout. */
const BOOKINGS_SHARE_MIN = 1 / 3;

/**
 * Statements that print a booking's text over several rows: rows with only a text, in the column of the names, continue
 * the booking above them, up to the length of a name. Undefined where few rows look like that.
 */
export function continueTexts(source: RowSource, reading: Reading): Relaid | undefined {
  const { columns, settings } = reading;
  const name = columns.find(({ field }) => field.key === 'name');
  const judge = createLeftOutJudge(columns, settings, source.section);
  if (name === undefined || judge === undefined) return undefined;
  const { index, field } = name;
  /** The texts of each booking, by its line. */
  const bookings = new Map<number, string[]>();
  const lines: number[] = [];
  let last: string[] | undefined;
  scanRows(createRowView(source.bytes), source.start, (row): undefined => {
    const leftOut = judge(row);
    if (leftOut === undefined || leftOut.dateAt !== undefined) {
      bookings.set(row.line, (last = [trimmedText(row, index)]));
    } else if (last !== undefined && leftOut.reason === 'incomplete' && hasTextAlone(row, index)) {
      last.push(trimmedText(row, index));
      lines.push(row.line);
    } else last = undefined;
  });
  const continued = [...bookings].filter(([, texts]) => texts.length > 1);
  if (lines.length < ROWS_MIN || continued.length < bookings.size * BOOKINGS_SHARE_MIN)
    return undefined;
  const bytes = rewriteCells(source.bytes, source.start, (row) => {
    const texts = bookings.get(row.line) ?? [];
    const text = joined(texts, field.lengthMax ?? Infinity);
    return texts.length > 1 ? new Map([[index, text]]) : undefined;
  });
  const where = listed(lines);
  const values = { count: continued.length, lines: where };
  return { bytes, warnings: [warning('texts_continued', values)] };
}

/** Whether the row has text in this column and nothing in the others. */
function hasTextAlone(row: RowView, index: number): boolean {
  for (let column = 0; column < row.cells; column += 1) {
    if (isBlankCell(row, column) === (column === index)) return false;
  }
  return true;
}

/** As many of the texts as fit into a name. */
function joined(texts: readonly string[], lengthMax: number): string {
  return texts.reduce((sum, one) => {
    const longer = sum === '' ? one : `${sum} ${one}`;
    return longer.length > lengthMax ? sum : longer;
  }, '');
}
