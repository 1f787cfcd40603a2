import { isCurrencyCode } from '../../currencies.ts';
import { FORMAT_BITS, readAmountText } from '../fields/amounts.ts';
import { plainWords } from '../suggestions/header-words.ts';
import { scaledAmountOf } from './scaled-amount.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { SampleRow } from '../suggestions/sample.ts';

/** A number in a row that is not a booking, and the words that say what it is. */
export interface StatedFigure {
  line: number;
  column: number;
  text: string;
  /** Plain words; empty when the number has none. */
  label: string;
  /** The row holds no other number. */
  alone: boolean;
}

/** The number of a figure in ten-thousandths; NaN when it does not read under the format. */
export function valueUnder({ text }: StatedFigure, format: NumberFormat): number {
  const reads = (readAmountText(text) & FORMAT_BITS[format]) !== 0;
  return reads ? scaledAmountOf(text, format) : NaN;
}

/** "Total debits 12.50" and "Saldo: EUR 12.50": words and a number in one cell. */
const WORDS_AND_NUMBER =
  /^(.*?\p{L}.*?)[:\s]\s*([-+(]?\s?(?:\p{Sc}|[A-Z]{3})?\s?[-+]?\d[\d.,'’\s]*[)-]?\s?(?:\p{Sc}|[A-Z]{3})?)$/u;
/** How many lines above a number without words its heading may be. */
const HEADING_LINES_MAX = 2;

/** The numbers of the rows, each with the words before it, in the row above, or after it. */
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
  const [, words = cell, text = ''] = WORDS_AND_NUMBER.exec(cell) ?? [];
  return readAmountText(text) === 0 ? { words: cell, text: '' } : { words, text: text.trim() };
}
