import { startOfText } from '../csv/padded-quotes.ts';
import { trimmedText } from '../csv/row-view.ts';
import { NUMBER_FORMATS, readDecimal } from '../fields/amounts.ts';
import { isCurrency, isOtherUnit } from '../fields/other-units.ts';
import { excerpt, listed } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { rewriteCells } from './rewrite-cells.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { Hypothesis } from '../suggestions/hypotheses.ts';
import type { SampleRow } from '../suggestions/sample.ts';
import type { Relaid } from './rewrite-cells.ts';

/** What a fee may be of the money: with more, other columns would fit by chance. */
const FEE_SHARE_MAX = 0.02;
const CENT = 0.01;

/** The columns of a quantity and of the money for it, and how their numbers are written. */
interface TradeColumns {
  quantity: number;
  unit: number;
  price: number;
  money: number;
  currency: number;
  format: NumberFormat;
}

type CellAt = (column: number) => string;

/**
 * Exchanges and brokers write a coin and the money for it in one row: where the amount counts coins, the two change
 * places. That the money is the quantity times the price proves which columns these are; undefined where none are.
 */
export function readMoneySides(bytes: Uint8Array, found: Hypothesis): Relaid | undefined {
  const columns = findTradeColumns(found);
  if (columns === undefined) return undefined;
  const { quantity, unit, price, money, currency } = columns;
  const trades = createTradeTest(columns);
  const lines: number[] = [];
  const rewritten = rewriteCells(bytes, startOfText(bytes, found.separator), (row) => {
    const cellAt: CellAt = (column) => trimmedText(row, column);
    if (trades.gapOf(cellAt) === undefined) return undefined;
    lines.push(row.line);
    const swapped = [
      [quantity, money],
      [unit, currency],
    ] as const;
    return new Map(
      swapped.flatMap(([coins, paid]) => [
        [coins, cellAt(paid)],
        [paid, cellAt(coins)],
      ]),
    );
  });
  if (!trades.fit()) return undefined;
  const { length: count } = lines;
  const [paid = '', by = ''] = [money, price].map((at) => excerpt(found.header.cells[at] ?? ''));
  const values = { count, money: paid, price: by, lines: listed(lines) };
  return { bytes: rewritten, warnings: [warning('money_sides', values)] };
}

/** The columns that the sample proves; of several with money those that differ most from the product, as they include a fee. */
function findTradeColumns({ looks, choices, rows }: Hypothesis): TradeColumns | undefined {
  const { amount: { index: quantity } = {}, currency: { index: unit } = {} } = choices;
  if (quantity === undefined || unit === undefined) return undefined;
  const numbers = looks.flatMap((look, at) =>
    look.numbers > 0 && look.numbers === look.filled && at !== quantity ? [at] : [],
  );
  // Deposits show the money of the account.
  const namesOwnMoney = (at: number): boolean =>
    at !== unit &&
    [...(looks[at]?.values ?? [])].some(
      (code) => isCurrency(code) && looks[unit]?.values.has(code) === true,
    );
  const side = Math.sign(unit - quantity);
  const proven = numbers.flatMap((money) => {
    // Both units are on the same side of their numbers in most files.
    const currency = [money + side, money - side].find(namesOwnMoney);
    if (currency === undefined) return [];
    const prices = numbers.filter((price) => price !== money);
    return prices.flatMap((price) =>
      NUMBER_FORMATS.flatMap((format) => {
        const columns = { quantity, unit, price, money, currency, format };
        const gap = gapIfProven(rows, columns);
        return gap === undefined ? [] : [{ columns, gap }];
      }),
    );
  });
  return proven.sort((one, other) => other.gap - one.gap)[0]?.columns;
}

/** How far the money of all trades is from quantity times price; undefined if one does not fit, or all may by chance. */
function gapIfProven(rows: readonly SampleRow[], columns: TradeColumns): number | undefined {
  const trades = createTradeTest(columns);
  let sum = 0;
  for (const { cells } of rows) {
    sum += trades.gapOf((column) => cells[column] ?? '') ?? 0;
    // Most columns do not fit the first trade.
    if (Number.isNaN(sum)) return undefined;
  }
  return trades.fit() && trades.isTold() ? sum : undefined;
}

/** Reads rows as trades in these columns, one by one. */
function createTradeTest(columns: TradeColumns) {
  const signs = new Set<string>();
  let isMisfit = false;
  let isTold = false;
  const signOf = (value: number): string => (value < 0 ? '-' : '+');
  return {
    /** How far the money is from quantity times price; undefined if the row is no trade, NaN if it does not fit. */
    gapOf: (cellAt: CellAt): number | undefined => {
      const [quantity = NaN, price = NaN, money = NaN] = (
        ['quantity', 'price', 'money'] as const
      ).map((key) => Number(readDecimal(cellAt(columns[key]), columns.format) ?? NaN));
      if (!isOtherUnit(cellAt(columns.unit))) {
        if (quantity < 0) signs.add('-');
        return undefined;
      }
      if (!isCurrency(cellAt(columns.currency)) || !(Math.abs(quantity * price * money) > 0))
        return undefined;
      const gap = Math.abs(Math.abs(quantity * price) - Math.abs(money));
      const feeMax = Math.abs(money) * FEE_SHARE_MAX;
      if (gap > Math.max(feeMax, CENT)) isMisfit = true;
      signs.add(signOf(quantity) + signOf(money));
      // A few cents fit anything, and one coin costs its price.
      const isOne = [quantity, price].some(
        (value) => Math.abs(Math.abs(value) - 1) < FEE_SHARE_MAX,
      );
      if (!isOne && feeMax > CENT) isTold = true;
      return isMisfit ? NaN : gap;
    },
    /**
     * Whether the money of all rows moves against the coins. In a file with signs, coins and money with a plus are a gift and its
     * value, unless no coins have a minus and the money has.
     */
    fit: (): boolean => {
      if (isMisfit || signs.has('--')) return false;
      return !signs.has('++') || (!signs.has('-+') && (signs.has('+-') || !signs.has('-')));
    },
    isTold: (): boolean => isTold,
  };
}
