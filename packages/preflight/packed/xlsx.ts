import { MalformedCsvError } from '../report.ts';
import { builtInFormat, cellFormat } from './cell-format.ts';
import { dayOfInstant, dayOfSerial, shownDecimal } from './numbers.ts';
import { createSheet } from './workbook.ts';
import { attributeOf } from '../xml-parser.ts';
import { readXml } from './xml-events.ts';
import type { CellFormat } from './cell-format.ts';
import type { Cell, Sheet, SheetCollector } from './workbook.ts';
import type { XmlVisitor } from '../xml-parser.ts';
import type { ZipEntry } from './zip.ts';

/** The files of a workbook by their names in lower case: programs differ in how they write them. */
export type Parts = ReadonlyMap<string, ZipEntry>;

interface Context {
  texts: string[];
  formats: CellFormat[];
  is1904: boolean;
}

/** The sheets of an Excel workbook, each read on demand. Throws MalformedCsvError. */
export function* xlsxSheets(parts: Parts): Generator<Sheet> {
  const start = [...relations(parts, '')].find(({ type }) => type.endsWith('/officeDocument'));
  const book = start?.target ?? 'xl/workbook.xml';
  const links = relations(parts, book);
  const context: Context = { texts: [], formats: [], is1904: false };
  const sheets: { name: string; isHidden: boolean; target: string | undefined }[] = [];
  read(parts, book, {
    open(name, attributes) {
      if (name === 'workbookPr') context.is1904 = /^(?:1|true)$/.test(attributes['date1904'] ?? '');
      if (name !== 'sheet') return;
      const id = attributeOf(attributes, 'id');
      const link = links.find((one) => one.id === id && one.type.endsWith('/worksheet'));
      const isHidden = (attributes['state'] ?? 'visible') !== 'visible';
      sheets.push({ name: attributes['name'] ?? '', isHidden, target: link?.target });
    },
  });
  const linked = (kind: string): string | undefined =>
    links.find(({ type }) => type.endsWith(`/${kind}`))?.target;
  context.texts = readTexts(parts, linked('sharedStrings'));
  context.formats = readFormats(parts, linked('styles'));
  for (const { name, isHidden, target } of sheets) {
    // A sheet that is a chart has no target.
    if (target !== undefined) yield readSheet(parts, target, createSheet(name, isHidden), context);
  }
}

interface Relation {
  id: string;
  type: string;
  target: string;
}

/** The parts that a part of the workbook refers to. */
function relations(parts: Parts, of: string): Relation[] {
  const folder = of.slice(0, of.lastIndexOf('/') + 1);
  const file = `${folder}_rels/${of.slice(folder.length)}.rels`;
  const found: Relation[] = [];
  if (!parts.has(file.toLowerCase())) return found;
  read(parts, file, {
    open(name, { Id: id = '', Type: type = '', Target: target = '', ...attributes }) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      found.push({ id, type, target: target.startsWith('/') ? target.slice(1) : folder + target });
    },
  });
  return found;
}

function read(parts: Parts, name: string, visitor: XmlVisitor): void {
  const part = parts.get(plainPath(name));
  if (part === undefined) {
    throw new MalformedCsvError(`The workbook lacks its part ${name}: save it again.`, 1);
  }
  readXml(part.name, part.pieces(), visitor);
}

/** Resolves `xl/worksheets/../sheet1.xml` and `./`, which are allowed in targets. */
function plainPath(name: string): string {
  const steps: string[] = [];
  for (const step of name.toLowerCase().split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

/** Decodes escapes: `_x000D_` is a carriage return. */
function plainText(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      )
    : text;
}

/** The texts that cells refer to by number, without their phonetic readings. */
function readTexts(parts: Parts, name: string | undefined): string[] {
  const texts: string[] = [];
  if (name === undefined) return texts;
  let text = '';
  let isText = false;
  let spoken = 0;
  read(parts, name, {
    open(element) {
      if (element === 'si') text = '';
      if (element === 'rPh') spoken += 1;
      isText = element === 't' && spoken === 0;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(element) {
      isText = false;
      if (element === 'rPh') spoken -= 1;
      if (element === 'si') texts.push(plainText(text));
    },
  });
  return texts;
}

/** The formats of cells, by style number. */
function readFormats(parts: Parts, name: string | undefined): CellFormat[] {
  const formats: CellFormat[] = [];
  if (name === undefined) return formats;
  const codes = new Map<number, CellFormat>();
  let isOfCells = false;
  read(parts, name, {
    open(element, attributes) {
      const id = Number(attributes['numFmtId'] ?? 0);
      if (element === 'numFmt') codes.set(id, cellFormat(attributes['formatCode'] ?? ''));
      if (element === 'cellXfs') isOfCells = true;
      if (element === 'xf' && isOfCells) formats.push(codes.get(id) ?? builtInFormat(id));
    },
    close(element) {
      if (element === 'cellXfs') isOfCells = false;
    },
  });
  return formats;
}

/** The place that `AB12` names, with columns from 0 and rows from 1; undefined if it names none. */
function placeOf(reference: string): { column: number; line: number } | undefined {
  let column = 0;
  let at = 0;
  for (; at < reference.length; at += 1) {
    const letter = (reference.charCodeAt(at) & ~32) - 64;
    if (letter < 1 || letter > 26) break;
    column = column * 26 + letter;
  }
  const line = Number(reference.slice(at));
  return column > 0 && Number.isInteger(line) && line > 0
    ? { column: column - 1, line }
    : undefined;
}

function readSheet(parts: Parts, target: string, sheet: SheetCollector, context: Context): Sheet {
  let line = 0;
  let column = -1;
  let cell: { type: string; style: number; hasFormula: boolean } | undefined;
  let value = '';
  let isValue = false;
  let spoken = 0;
  read(parts, target, {
    open(name, attributes) {
      if (name === 'row') {
        line = Number(attributes['r'] ?? line + 1);
        column = -1;
      } else if (name === 'c') {
        const place = placeOf(attributes['r'] ?? '');
        column = place?.column ?? column + 1;
        line = place?.line ?? line;
        const style = Number(attributes['s'] ?? 0);
        cell = { type: attributes['t'] ?? 'n', style, hasFormula: false };
        value = '';
      } else if (cell !== undefined) {
        if (name === 'rPh') spoken += 1;
        if (name === 'f') cell.hasFormula = true;
        isValue = (name === 'v' || name === 't') && spoken === 0;
      } else if (name === 'mergeCell') {
        const [from = '', to = from] = (attributes['ref'] ?? '').split(':');
        const [first, last] = [placeOf(from), placeOf(to)];
        if (first === undefined || last === undefined) return;
        sheet.merge({ column: first.column, from: first.line, to: last.line });
      }
    },
    text(piece) {
      if (isValue) value += piece;
    },
    close(name) {
      isValue = false;
      if (name === 'rPh') spoken -= 1;
      if (name !== 'c' || cell === undefined) return;
      if (value !== '') sheet.add(line, column, cellOf(value, cell, context));
      else if (cell.hasFormula && cell.type !== 'str') sheet.uncomputed += 1;
      cell = undefined;
    },
  });
  return sheet.finish();
}

function cellOf(
  value: string,
  { type, style }: { type: string; style: number },
  { texts, formats, is1904 }: Context,
): Cell {
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'inlineStr' || type === 'str') return plainText(value);
  if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE';
  if (type === 'd') return dayOfInstant(value) ?? value;
  // An error is kept as shown: #N/A.
  if (type === 'e') return value;
  const { kind, places, mark } = formats[style] ?? { kind: 'number' };
  const day = kind === 'number' ? null : dayOfSerial(value, is1904);
  if (day !== null) return kind === 'time' ? day.time : day;
  const number = shownDecimal(value, places);
  return number === null ? value : { number, mark };
}
