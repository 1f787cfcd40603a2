import { isBlankCell, trimmedText } from '../csv/row-view.ts';
import { isNegativeAmount, readAmountText } from '../fields/amounts.ts';
import { datesWithin } from '../fields/dates.ts';
import { isKnownUnit } from '../fields/other-units.ts';
import { counterpartOf, directionOf } from '../suggestions/direction-words.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { matchHeader, plainWords } from '../suggestions/header-words.ts';
import { excerpt } from '../text.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const ROWS_MIN = 3;
/** A day, an amount and its direction. */
const CELLS_MIN = 3;

/** Whether the header names the column that says which amounts are money in. */
export function namesDirection(header: string): boolean {
  const isDirection = (word: string): boolean => directionOf(word) !== undefined;
  return matchHeader(header, 'entity_type') > 0 || plainWords(header).split(' ').some(isDirection);
}

/**
 * Statements that mark the direction of some rows where no amount has a sign. The others get the word that another column has
 * for them, such as DEPOSIT next to BUY and SELL of orders; or that for the other side, if the only word is `CR`. Undefined where
 * no column is like that.
 */
export function fillDirections(text: SeparatedText): Relaid | undefined {
  const { rows, accepted } = text;
  const dates = datesWithin(accepted);
  const dated = rows.filter((row) => looksLikeData(row, accepted));
  const dataOf = (header: SampleRow): SampleRow[] =>
    dated.filter(({ line, cells }) => line > header.line && cells.length === header.cells.length);
  // Above a card's table, a short row may state the day and the amount that are due.
  const [header] = rows
    .filter((row) => row.cells.length >= CELLS_MIN && !dated.includes(row))
    .filter((row) => row.cells.some(namesDirection))
    .toSorted((one, other) => dataOf(other).length - dataOf(one).length || other.line - one.line);
  if (header === undefined) return undefined;
  const data = dataOf(header);
  // Points of a reward are numbers, too.
  const amounts = header.cells.flatMap((name, at) =>
    matchHeader(name, 'amount') > 0 || data.some(({ cells }) => hasCents(cells[at])) ? [at] : [],
  );
  const isSigned = data.some(({ cells }) =>
    amounts.some(
      (at) => readAmountText(cells[at] ?? '') !== 0 && isNegativeAmount(cells[at] ?? ''),
    ),
  );
  if (data.length < ROWS_MIN || isSigned) return undefined;
  const day = data[0]?.cells.findIndex((cell) => dates.isDate(cell)) ?? -1;
  for (const [column, name] of header.cells.entries()) {
    const words = new Set(data.map(({ cells }) => cells[column] ?? '').filter(Boolean));
    const blank = data.filter(({ cells }) => cells[column] === '');
    const areDirections = [...words].every((word) => directionOf(word) !== undefined);
    if (words.size === 0 || !areDirections || blank.length === 0 || !namesDirection(name)) continue;
    const instead = header.cells.findIndex((_, at) =>
      blank.every(
        ({ cells }) => directionOf(cells[at] ?? '') !== undefined || cells.some(isKnownUnit),
      ),
    );
    const [word = ''] = words;
    const other = instead < 0 && words.size === 1 ? counterpartOf(word) : undefined;
    if (instead < 0 && other === undefined) continue;
    const bytes = rewriteText(text, (row) =>
      isBlankCell(row, column) && dates.isDate(trimmedText(row, day))
        ? new Map([[column, other ?? trimmedText(row, instead)]])
        : undefined,
    );
    const named = { column: excerpt(name), other: other ?? excerpt(header.cells[instead] ?? '') };
    const said =
      other === undefined
        ? warning('directions_joined', named)
        : warning('directions_blank', { ...named, word: excerpt(word) });
    return { bytes, warnings: [said] };
  }
  return undefined;
}

/** Whether a cell is an amount with two decimals. */
export function hasCents(cell = ''): boolean {
  return readAmountText(cell) !== 0 && /\d[.,]\d{2}(?!\d)/.test(cell);
}
