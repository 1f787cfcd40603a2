import { trimmedText } from '../csv/row-view.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { datesWithin } from '../fields/dates.ts';
import { hasCents } from './blank-directions.ts';
import { isPaid } from './currency-columns.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const MARK = /^\?\s?(?=\d)/;

const isLost = (cell: string): boolean => MARK.test(cell) && isPaid(cell.replace(MARK, ''));

/**
 * Statements with `?120.50` next to `80.00`, in an encoding that has no minus sign like the bank's: the question mark was one.
 * Undefined where all amounts have it, which was a sign of a currency then, and where some have a minus.
 */
export function restoreMinus(text: SeparatedText): Relaid | undefined {
  const dates = datesWithin(text.accepted);
  const dated = text.rows.filter(({ cells }) => cells.some((cell) => dates.isDate(cell)));
  const count = dated.filter(({ cells }) => cells.some(isLost)).length;
  const isPlain = dated.some(({ cells }) => cells.some(hasCents) && !cells.some(isLost));
  const isSigned = dated.some(({ cells }) =>
    cells.some((cell) => isPaid(cell) && isNegativeAmount(cell)),
  );
  if (count === 0 || !isPlain || isSigned) return undefined;
  const bytes = rewriteText(text, (row) => {
    const cells = Array.from({ length: row.cells }, (_, column) => trimmedText(row, column));
    return new Map(
      cells.flatMap((cell, column) =>
        isLost(cell) ? [[column, cell.replace(MARK, '-')] as const] : [],
      ),
    );
  });
  return { bytes, warnings: [warning('minus_lost')] };
}
