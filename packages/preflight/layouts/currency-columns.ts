import { trimmedText } from '../csv/row-view.ts';
import { readAmountText } from '../fields/amounts.ts';
import { currenciesNamed, currenciesOf } from '../fields/currency-marks.ts';
import { rewriteText } from './rewrite-cells.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid, SeparatedText } from './rewrite-cells.ts';
import { warning } from '../warnings/warning.ts';

const HEADER_ROWS_MAX = 40;
const ROWS_MIN = 2;

/** The amount columns of a header, and the currency of each. */
type Currencies = ReadonlyMap<number, string>;

/** The columns whose headers each name one currency, if they name several in all. */
export function currencyColumns(header: readonly string[]): Currencies | undefined {
  const named = header.flatMap((cell, column): [number, string][] => {
    const codes = currenciesOf(cell) ?? currenciesNamed(cell);
    return codes?.length === 1 && codes[0] !== undefined ? [[column, codes[0]]] : [];
  });
  return new Set(named.map(([, code]) => code)).size < 2 ? undefined : new Map(named);
}

/**
 * Writes the amounts of several columns, one for each currency, into the first of them, with their currencies.
 * Undefined where a row has amounts in two of them: one is in the account's currency, the other in the shop's.
 */
export function joinCurrencyColumns(text: SeparatedText): Relaid | undefined {
  const { rows } = text;
  for (const [at, { cells, line }] of rows.slice(0, HEADER_ROWS_MAX).entries()) {
    const columns = currencyColumns(cells);
    if (columns === undefined || !areApart(rows.slice(at + 1), cells.length, columns)) continue;
    const [[first = 0] = []] = columns;
    const bytes = rewriteText(text, (row) => {
      if (row.line <= line) return undefined;
      for (const [column, code] of columns) {
        const cell = trimmedText(row, column);
        if (!isPaid(cell)) continue;
        const others = [...columns.keys()].map((other): [number, string] => [other, '']);
        return new Map([...others, [first, `${code} ${cell}`]]);
      }
      return undefined;
    });
    const named = [...columns.keys()].map((column) => `"${cells[column] ?? ''}"`).join(', ');
    return { bytes, warnings: [warning('currency_columns', { columns: named })] };
  }
  return undefined;
}

function isPaid(cell: string): boolean {
  return /[1-9]/.test(cell) && readAmountText(cell) !== 0;
}

/** Whether every row has its amount in exactly one of the columns, and each column is used. */
function areApart(rows: readonly SampleRow[], width: number, columns: Currencies): boolean {
  const paid = rows.flatMap(({ cells }) => {
    if (cells.length !== width) return [];
    const own = [...columns.keys()].filter((column) => isPaid(cells[column] ?? ''));
    return own.length === 0 ? [] : [own];
  });
  const used = new Set(paid.flatMap(([column = -1]) => [column]));
  const isLast = (at: number): boolean => at === paid.length - 1;
  // The balances below the table are in all of them.
  const areSingle = paid.every((own, at) => own.length === 1 || isLast(at));
  return paid.length > ROWS_MIN && used.size === columns.size && areSingle;
}
