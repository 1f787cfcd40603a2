import { dayOfInstant, shownDecimal } from './numbers.ts';
import { createSheet, SHEET_ROWS_MAX } from './workbook.ts';
import { readXml } from './xml-events.ts';
import { COLUMNS_MAX } from '../csv/row-view.ts';
import type { Cell, Sheet, SheetCollector } from './workbook.ts';
import type { XmlAttributes } from '../xml-parser.ts';
import type { ZipEntry } from './zip.ts';

/** An open cell, and its text as shown. */
interface OpenCell {
  attributes: XmlAttributes;
  text: string;
  paragraphs: number;
}

/** The sheets of an OpenDocument spreadsheet. Throws MalformedCsvError. */
export function odsSheets(content: ZipEntry): Sheet[] {
  const reader = createReader();
  readXml(content.name, content.pieces(), reader);
  return reader.sheets;
}

/** Cells of an open row: how often each is repeated to the right, and how many rows it spans. */
interface RowCell {
  column: number;
  times: number;
  rows: number;
  cell: Cell;
}

function createRows(sheet: SheetCollector) {
  let line = 0;
  /** How often the row is repeated: the next one is that far below. */
  let repeated = 1;
  let row: RowCell[] = [];
  let column = 0;
  return {
    finish: () => sheet.finish(),
    openRow(attributes: XmlAttributes): void {
      line += repeated;
      repeated = countOf(attributes, 'table:number-rows-repeated');
      row = [];
      column = 0;
    },
    addCell({ attributes, text }: OpenCell): void {
      const times = countOf(attributes, 'table:number-columns-repeated');
      const rows = countOf(attributes, 'table:number-rows-spanned');
      const cell = cellOf(attributes, text);
      const isEmpty = typeof cell === 'string' && cell.trim() === '';
      const hasResult = 'office:value-type' in attributes;
      if (isEmpty && 'table:formula' in attributes && !hasResult) sheet.uncomputed += 1;
      if (!isEmpty) row.push({ column, times: Math.min(times, COLUMNS_MAX), rows, cell });
      column += times;
    },
    closeRow(): void {
      if (row.length === 0) return;
      for (let at = line; at < line + repeated; at += 1) {
        for (const { column: first, times, cell } of row) {
          for (let next = 0; next < times; next += 1) sheet.add(at, first + next, cell);
        }
      }
      for (const { column: first, rows } of row) {
        sheet.merge({ column: first, from: line, to: line + rows - 1 });
      }
    },
  };
}

function createReader() {
  const sheets: Sheet[] = [];
  const hiddenStyles = new Set<string>();
  let style = '';
  let rows: ReturnType<typeof createRows> | undefined;
  let cell: OpenCell | undefined;
  /** How deep the text is in a comment on a cell, or in a table inside one. */
  let apart = 0;
  let isText = false;

  function openTable(attributes: XmlAttributes): void {
    const isHidden = hiddenStyles.has(attributes['table:style-name'] ?? '');
    rows = createRows(createSheet(attributes['table:name'] ?? '', isHidden));
  }

  function openInCell(name: string, attributes: XmlAttributes, within: OpenCell): void {
    if (name === 'p' && within.paragraphs++ > 0) within.text += ' ';
    if (name === 's') within.text += ' '.repeat(Math.min(100, countOf(attributes, 'text:c')));
    if (name === 'tab' || name === 'line-break') within.text += ' ';
    isText = true;
  }

  return {
    sheets,
    open(name: string, attributes: XmlAttributes): void {
      isText = false;
      if (name === 'style') style = attributes['style:name'] ?? '';
      if (name === 'table-properties' && attributes['table:display'] === 'false') {
        hiddenStyles.add(style);
      }
      if (apart > 0 || name === 'annotation' || (name === 'table' && cell !== undefined)) {
        apart += 1;
      } else if (name === 'table') openTable(attributes);
      else if (name === 'table-row') rows?.openRow(attributes);
      else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = { attributes, text: '', paragraphs: 0 };
      } else if (cell !== undefined) openInCell(name, attributes, cell);
    },
    text(piece: string): void {
      if (isText && cell !== undefined) cell.text += piece;
    },
    close(name: string): void {
      if (apart > 0) {
        apart -= 1;
        return;
      }
      // Text may follow an element inside a paragraph.
      isText = cell !== undefined && name !== 'p';
      if (name === 'table-cell' || name === 'covered-table-cell') {
        if (cell !== undefined) rows?.addCell(cell);
        cell = undefined;
        isText = false;
      } else if (name === 'table-row') rows?.closeRow();
      else if (name === 'table' && rows !== undefined) {
        sheets.push(rows.finish());
        rows = undefined;
      }
    },
  };
}

function countOf(attributes: XmlAttributes, name: string): number {
  const count = Number(attributes[name] ?? 1);
  return Number.isInteger(count) && count > 0 ? Math.min(count, SHEET_ROWS_MAX) : 1;
}

/** The digits shown after the last separator of the text: `1.234,50 €` has two. */
const SHOWN_PLACES = /[.,](\d{2,})\D*$/;

function cellOf(attributes: XmlAttributes, text: string): Cell {
  const type = attributes['office:value-type'];
  const stored = attributes['office:value'];
  if (type === 'date') return dayOfInstant(attributes['office:date-value'] ?? '') ?? text;
  if (type === 'boolean') return attributes['office:boolean-value']?.toUpperCase() ?? text;
  if (type === 'string') return attributes['office:string-value'] ?? text;
  if (stored === undefined) return text;
  const shown = type === 'percentage' ? undefined : SHOWN_PLACES.exec(text)?.[1]?.length;
  const number = shownDecimal(stored, shown);
  return number === null ? text : { number, mark: attributes['office:currency'] };
}
