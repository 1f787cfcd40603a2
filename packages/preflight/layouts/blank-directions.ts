import { isBlankCell, trimmedText } from '../csv/row-view.ts';
import { isNegativeAmount, readAmountText } from '../fields/amounts.ts';
import { datesWithin } from '../fields/dates.ts';
import { counterpartOf, directionOf } from '../suggestions/direction-words.ts';
import { looksLikeData } from '../suggestions/find-table.ts';
import { matchHeader, plainWords } from '../suggestions/header-words.ts';
import { excerpt } from '../text.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const ROWS_MIN = 3;

/** Whether the header names the column that says which amounts are money in. */
export function namesDirection(header: string): boolean {
  const isDirection = (word: string): boolean => directionOf(word) !== undefined;
  return matchHeader(header, 'entity_type') > 0 || plainWords(header).split(' ').some(isDirection);
}

/**
 * Card statements that only mark credits, with `CR` or nothing: where no amount has a sign, the others get the word for
 * the other side. Undefined where no column is like that.
 */
export function fillDirections(text: SeparatedText): Relaid | undefined {
  const { rows, accepted } = text;
  const dates = datesWithin(accepted);
  const first = rows.findIndex((row) => looksLikeData(row, accepted));
  const header = rows
    .slice(0, Math.max(0, first))
    .findLast(({ cells }) => cells.some(namesDirection));
  if (header === undefined) return undefined;
  const data = rows.filter(
    (row) => row.cells.length === header.cells.length && looksLikeData(row, accepted),
  );
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
    const [word, ...others] = new Set(data.map(({ cells }) => cells[column] ?? '').filter(Boolean));
    const other = word === undefined || others.length > 0 ? undefined : counterpartOf(word);
    const isBlank = data.some(({ cells }) => cells[column] === '');
    if (word === undefined || other === undefined || !isBlank || !namesDirection(name)) continue;
    const bytes = rewriteText(text, (row) =>
      isBlankCell(row, column) && dates.isDate(trimmedText(row, day))
        ? new Map([[column, other]])
        : undefined,
    );
    const values = { column: excerpt(name), word: excerpt(word), other };
    return { bytes, warnings: [warning('directions_blank', values)] };
  }
  return undefined;
}

function hasCents(cell = ''): boolean {
  return readAmountText(cell) !== 0 && /\d[.,]\d{2}(?!\d)/.test(cell);
}
