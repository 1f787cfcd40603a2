import { Parser } from 'htmlparser2';
import { decodeText } from '../csv/decode.ts';
import { declaredEncoding } from '../statements/declared-encoding.ts';
import { readEncodingSetting } from '../csv/read-settings.ts';
import { dayOfInstant, shownDecimal } from './numbers.ts';
import { MalformedCsvError } from '../report.ts';
import { createSheet } from './workbook.ts';
import type { CsvSettingsInput } from '../csv/settings.ts';
import type { Cell, Sheet, SheetCollector } from './workbook.ts';

const LESS_THAN = 0x3c;
const LOOKED_AT_BYTES = 64;
const BEGINNING_BYTES = 4096;
const BEGINNING =
  /^\s*(?:<\?[^>]*>\s*|<!--[^>]*>\s*)*<(?:!doctype html|html|head|meta|style|body|div|center|table|workbook)\b/i;

/**
 * The sheets of a text whose cells are elements, which banks send with the file name of a workbook: HTML, and the XML of Excel
 * 2003. A web page is one sheet, however many tables it has. Undefined for other texts. Throws MalformedCsvError.
 */
export function markedUpSheets(content: Uint8Array, sent: CsvSettingsInput): Sheet[] | undefined {
  if (!content.subarray(0, LOOKED_AT_BYTES).includes(LESS_THAN)) return undefined;
  const encoding = readEncodingSetting(sent) ?? declaredEncoding(content);
  const textOf = (bytes: Uint8Array) => new TextDecoder().decode(decodeText(bytes, encoding).bytes);
  // A statement in XML begins in the same way and may be large, so only the beginning is decoded.
  if (!BEGINNING.test(textOf(content.subarray(0, BEGINNING_BYTES)))) return undefined;
  const reader = createReader();
  const parser = new Parser({
    onopentag: (name, attributes) => reader.open(name, attributes),
    ontext: (piece) => reader.text(piece),
    onclosetag: (name) => reader.close(name),
  });
  parser.end(textOf(content));
  return reader.finish();
}

/** Pages leave many elements open, and each makes the parser slower. */
const DEPTH_MAX = 10_000;

/** Elements whose text is not shown. */
const UNSEEN = new Set(['script', 'style', 'title']);
type Attributes = Readonly<Record<string, string>>;

function createReader() {
  const sheets: Sheet[] = [];
  let page = createRows(createSheet('', false));
  let unseen = 0;
  let depth = 0;
  return {
    open(name: string, attributes: Attributes): void {
      depth += 1;
      if (depth > DEPTH_MAX)
        throw new MalformedCsvError('The elements of the web page are nested too deeply.', 1);
      if (UNSEEN.has(name)) unseen += 1;
      else if (name === 'worksheet') {
        sheets.push(page.finish());
        page = createRows(createSheet(attributes['ss:name'] ?? '', false));
      } else if (name === 'tr' || name === 'row') page.openRow(attributes);
      else if (name === 'td' || name === 'th' || name === 'cell') page.openCell(attributes);
      else if (name === 'data') page.setType(attributes['ss:type']);
      else page.text(' ');
    },
    text(piece: string): void {
      if (unseen === 0) page.text(piece);
    },
    close(name: string): void {
      depth -= 1;
      if (UNSEEN.has(name)) unseen -= 1;
      else if (name === 'td' || name === 'th' || name === 'cell') page.closeCell();
    },
    finish: (): Sheet[] => [...sheets, page.finish()],
  };
}

function createRows(sheet: SheetCollector) {
  let line = 0;
  let column = 0;
  let width = 1;
  let type: string | undefined;
  let pieces: string[] | undefined;
  /** For each column, the last line that a cell from a row above reaches. */
  const covered = new Map<number, number>();
  const close = (): void => {
    if (pieces !== undefined) sheet.add(line, column, cellOf(pieces, type));
    if (pieces !== undefined) column += width;
    pieces = undefined;
  };
  return {
    openRow(attributes: Attributes): void {
      close();
      line = countOf(attributes['ss:index'], line + 1);
      column = 0;
    },
    openCell(attributes: Attributes): void {
      close();
      line = Math.max(1, line);
      column = countOf(attributes['ss:index'], column + 1) - 1;
      while ((covered.get(column) ?? 0) >= line) column += 1;
      width = countOf(attributes['colspan'], 1) + countOf(attributes['ss:mergeacross'], 0);
      const to =
        line + countOf(attributes['rowspan'], 1) - 1 + countOf(attributes['ss:mergedown'], 0);
      if (to > line) {
        sheet.merge({ column, from: line, to });
        covered.set(column, to);
      }
      pieces = [];
      type = undefined;
    },
    setType(of: string | undefined): void {
      type = of?.toLowerCase();
    },
    text: (piece: string): unknown => pieces?.push(piece),
    closeCell: close,
    finish(): Sheet {
      close();
      return sheet.finish();
    },
  };
}

function countOf(text: string | undefined, usual: number): number {
  const count = Number(text ?? usual);
  return Number.isInteger(count) && count >= 0 ? count : usual;
}

function cellOf(pieces: readonly string[], type: string | undefined): Cell {
  const text = pieces.join('').replace(/\s+/g, ' ').trim();
  if (type === 'datetime') return dayOfInstant(text) ?? text;
  const number = type === 'number' ? shownDecimal(text, undefined) : null;
  return number === null ? text : { number };
}
