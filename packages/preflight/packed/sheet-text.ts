import { utf8Bytes } from '../bytes.ts';
import { csvCell } from '../csv/dialect/csv-line.ts';
import { SEPARATORS } from '../csv/settings.ts';
import { strftime } from '../fields/strftime.ts';
import { MalformedCsvError } from '../report.ts';
import type { CsvSettingsInput } from '../csv/settings.ts';
import type { Cell, Sheet } from './workbook.ts';

/** Stops a sheet that a single distant cell in each row would make huge. */
const TEXT_CHARS_MAX = 32 * 1024 * 1024;
/** Three decimals look like a group of thousands. */
const LIKE_A_GROUP = /^-?\d{1,3}\.\d{3}$/;

/**
 * The sheet as CSV in UTF-8, each row on the line of its number. Numbers, days and separators are written as the
 * settings read them. So settings kept from a CSV of the same bank also read the sheet, and cells that are texts agree
 * with those that are not. Throws MalformedCsvError.
 */
export function sheetText({ rows }: Sheet, sent: CsvSettingsInput): Uint8Array {
  const separator = SEPARATORS.find((one) => one === sent.col_sep) ?? ',';
  const write = createCellWriter(sent);
  const pieces: string[] = [];
  let chars = 0;
  let line = 1;
  for (const row of rows) {
    const texts: string[] = [];
    row.columns.forEach((column, index) => {
      texts[column] = csvCell(write(row.cells[index] ?? ''), separator);
    });
    const text = '\n'.repeat(row.line - line) + texts.join(separator);
    line = row.line;
    pieces.push(text);
    chars += text.length;
    if (chars > TEXT_CHARS_MAX) {
      throw new MalformedCsvError('The sheet is too wide and too long: send fewer rows.', 1);
    }
  }
  return utf8Bytes(pieces.join(''));
}

function createCellWriter(sent: CsvSettingsInput): (cell: Cell) => string {
  const format = sent.number_format;
  const isComma = format === '1.234,56' || format === '1 234,56';
  const pattern = typeof sent.date_format === 'string' ? sent.date_format.slice(0, 100) : '';
  return (cell) => {
    // A line break would move the rows below it.
    if (typeof cell === 'string') return cell.replace(/[\r\n\0]+/g, ' ');
    if ('day' in cell) {
      const asked = pattern.trim() === '' ? undefined : strftime(pattern, cell.day, cell.time);
      return asked ?? cell.day;
    }
    const { number, mark = '' } = cell;
    const plain = LIKE_A_GROUP.test(number) ? `${number}0` : number;
    return `${isComma ? plain.replace('.', ',') : plain} ${mark}`.trimEnd();
  };
}
