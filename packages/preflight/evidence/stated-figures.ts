import { isCurrencyCode } from '../currencies.ts';
import { FORMAT_BITS, readAmountText } from '../fields/amounts.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { scaledAmountOf } from './scaled-amount.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { SampleRow } from '../suggestions/sample.ts';

/** A number in a row that is not a booking, with the words that say what it is. */
export interface StatedFigure {
  line: number;
  column: number;
  text: string;
  /** In plain words; empty when the number has no label. */
  label: string;
  /** The row has no other number. */
  alone: boolean;
}

/** The number of a figure in ten-thousandths; NaN if it cannot be read under the format. */
export function valueUnder({ text }: StatedFigure, format: NumberFormat): number {
  const reads = (readAmountText(text) & FORMAT_BITS[format]) !== 0;
  return reads ? scaledAmountOf(text, format) : NaN;
}

const NUMBER = /^[-+(]?\s?(?:\p{Sc}|[A-Z]{3})?\s?[-+]?\d[\d.,'’\s]*[)-]?\s?(?:\p{Sc}|[A-Z]{3})?$/u;
/** The number is searched for in this many characters at the end, after each blank or colon. */
const END_LENGTH = 200;
/** How many lines above a number without words its heading may be. */
const HEADING_LINES_MAX = 2;

/** The numbers in the rows, each with the words before it, in the row above, or after it. */
export function statedFigures(rows: readonly SampleRow[]): StatedFigure[] {
  return rows.flatMap((row, at) => {
    const above = rows[at - 1];
    const isNear = above !== undefined && row.line - above.line <= HEADING_LINES_MAX;
    return figuresOf(row, isNear ? above.cells : []);
  });
}

function figuresOf({ line, cells }: SampleRow, above: readonly string[]): StatedFigure[] {
  const read = cells.map(splitCell);
  const rest = read
    .map(({ words }) => words)
    .join(' ')
    .trim();
  const alone = read.filter(({ text }) => text !== '').length === 1;
  const figures: StatedFigure[] = [];
  let before = '';
  let isTaken = false;
  read.forEach(({ words, text }, column) => {
    if (words !== '') before = isTaken ? words : `${before} ${words}`;
    if (words !== '') isTaken = false;
    if (text === '') return;
    const heading = readAmountText(above[column] ?? '') === 0 ? (above[column] ?? '') : '';
    figures.push({ line, column, text, label: plainWords(before || rest || heading), alone });
    isTaken = true;
  });
  return figures;
}

function splitCell(cell: string): { words: string; text: string } {
  if (cell === '' || isCurrencyCode(cell.toUpperCase())) return { words: '', text: '' };
  if (readAmountText(cell) !== 0) return { words: '', text: cell };
  const head = cell.slice(0, -END_LENGTH);
  const { words, text } = splitAtNumber(cell.slice(-END_LENGTH), /\p{L}/u.test(head));
  return readAmountText(text) === 0 || LINE_BREAK.test(head)
    ? { words: cell, text: '' }
    : { words: head + words, text: text.trim() };
}

const LINE_BREAK = /[\n\r\u2028\u2029]/;

/** "Total debits 12.50" and "Saldo: EUR 12.50": words and then a number on one line. */
function splitAtNumber(end: string, hasWords: boolean): { words: string; text: string } {
  const firstLetter = hasWords ? -1 : end.search(/\p{L}/u);
  if (hasWords || firstLetter >= 0) {
    for (const { index, 0: sign } of end.matchAll(/[:\s]/gu)) {
      const text = end.slice(index + 1).trimStart();
      if (index > firstLetter && NUMBER.test(text)) return { words: end.slice(0, index), text };
      if (LINE_BREAK.test(sign)) break;
    }
  }
  return { words: end, text: '' };
}
