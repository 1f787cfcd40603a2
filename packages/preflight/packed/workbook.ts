import { COLUMNS_MAX } from '../csv/row-view.ts';
import { MalformedCsvError } from '../report.ts';

/** A text, a number as a person sees it, or a day with its time. */
export type Cell = string | NumberCell | DayCell;

interface NumberCell {
  /** Exact decimal. */
  number: string;
  mark?: string | undefined;
}

export interface DayCell {
  /** `YYYY-MM-DD`. */
  day: string;
  /** `HH:MM:SS`. */
  time: string;
}

/** A row that has a text, a number or a day. */
export interface SheetRow {
  /** The row number that a program shows, from 1. */
  line: number;
  columns: number[];
  cells: Cell[];
}

/** One sheet, with its rows in order. */
export interface Sheet {
  name: string;
  isHidden: boolean;
  rows: SheetRow[];
  /** Cells with a formula that no program has computed. */
  uncomputed: number;
}

/** Cells merged from one row down to another, in one column from 0. */
export interface MergedCells {
  column: number;
  from: number;
  to: number;
}

/** The most rows that a program shows. */
export const SHEET_ROWS_MAX = 1_048_576;
/** Twice as many as a CSV of 10 MB holds. */
const CELLS_MAX = 2_000_000;

/** Collects the cells of a sheet; only cells that exist take memory, wherever they are. */
export function createSheet(name: string, isHidden: boolean) {
  const rows = new Map<number, SheetRow>();
  const merged: MergedCells[] = [];
  let cells = 0;
  let last = 0;
  let isOrdered = true;
  const count = (more: number): void => {
    cells += more;
    if (cells > CELLS_MAX) {
      throw new MalformedCsvError(
        `The sheet holds more than ${CELLS_MAX} cells: send fewer rows at a time.`,
        1,
      );
    }
  };
  return {
    uncomputed: 0,
    /** `column` is counted from 0. Columns beyond those that an import keeps are ignored. Throws MalformedCsvError. */
    add(line: number, column: number, cell: Cell): void {
      if (cell === '' || column >= COLUMNS_MAX) return;
      if (!(line >= 1 && line <= SHEET_ROWS_MAX)) {
        throw new MalformedCsvError(`The sheet has a row ${line}, which no program shows.`, 1);
      }
      count(1);
      let row = rows.get(line);
      if (row === undefined) {
        row = { line, columns: [], cells: [] };
        rows.set(line, row);
        if (line < last) isOrdered = false;
        last = line;
      }
      row.columns.push(column);
      row.cells.push(cell);
    },
    merge(cells: MergedCells): void {
      const to = Math.min(cells.to, SHEET_ROWS_MAX);
      if (to <= cells.from) return;
      count(to - cells.from);
      merged.push({ ...cells, to });
    },
    finish(): Sheet {
      for (const each of merged) fillDown(rows, each);
      const listed = [...rows.values()];
      const sorted =
        isOrdered && merged.length === 0
          ? listed
          : listed.sort((one, other) => one.line - other.line);
      return { name, isHidden, rows: sorted, uncomputed: this.uncomputed };
    },
  };
}

export type SheetCollector = ReturnType<typeof createSheet>;

/** A day or a text that spans rows applies to each of them. A number does not: it would change the sum. */
function fillDown(rows: ReadonlyMap<number, SheetRow>, { column, from, to }: MergedCells): void {
  const first = rows.get(from);
  const cell = first?.cells[first.columns.indexOf(column)];
  if (cell === undefined || (typeof cell !== 'string' && 'number' in cell)) return;
  for (let line = from + 1; line <= to; line += 1) {
    const row = rows.get(line);
    if (row === undefined || row.columns.includes(column)) continue;
    row.columns.push(column);
    row.cells.push(cell);
  }
}
