import { createLeftOutJudge } from './left-out-rows.ts';
import { createRowView, locateCell, rememberLast } from './row-view.ts';
import { scanRows } from './scan-rows.ts';
import type { RowSource } from './check-rows.ts';
import type { Reading } from './read-row.ts';
import type { CellRange } from './row-view.ts';

/** The different texts of a column in the rows that are imported. Reads no other cells, so that it costs little. */
export function distinctCells(
  source: RowSource,
  { columns, settings }: Reading,
  column: number,
): ReadonlySet<string> {
  const texts = new Set<string>();
  const judgeLeftOut = createLeftOutJudge(columns, settings, source.section);
  const range: CellRange = { from: 0, to: 0 };
  const note = rememberLast((text) => texts.add(text));
  scanRows(createRowView(source.bytes), source.start, (row) => {
    const leftOut = judgeLeftOut?.(row);
    const isImported = leftOut === undefined || leftOut.dateAt !== undefined;
    if (isImported && locateCell(row, column, range)) note(row, column, range);
    return undefined;
  });
  return texts;
}
