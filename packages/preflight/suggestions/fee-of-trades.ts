import { readDecimal } from '../fields/amounts.ts';
import { isCurrency, isOtherUnit } from '../fields/other-units.ts';
import { amountColumns, isFee } from './score-columns.ts';
import type { NumberFormat } from '../fields/amounts.ts';
import type { SampleRow } from './sample.ts';
import type { Sampled } from './score-columns.ts';

/** The part of the columns of numbers that are tried in pairs. */
const COLUMNS_TRIED_MAX = 10;
/** A cent, and what floating point makes of it. */
const CENT = 0.0101;

/** A number as written, and half a unit of its last digit: what rounding may have taken from it. */
interface Rounded {
  value: number;
  half: number;
}

/**
 * What the quantity and the price of trades say about a fee: the amounts are their product and the fee comes on top, or the amounts
 * differ from it by the fee and include it. Undefined if no pair of columns fits all trades with a fee, if these are in another
 * unit, or if a row of its own repeats a fee.
 */
export function feeOfTrades(
  { looks, rows, choices }: Sampled,
  fee: number,
): 'on_top' | 'included' | undefined {
  const amounts = amountColumns(choices);
  const comma = rows.some(({ cells }) => amounts.some((at) => /,\d{1,2}$/.test(cells[at] ?? '')));
  const format: NumberFormat = comma ? '1.234,56' : '1,234.56';
  const read = ({ cells }: SampleRow, at: number): Rounded => roundedOf(cells[at] ?? '', format);
  const paidIn = (row: SampleRow): number =>
    amounts.map((at) => read(row, at).value).find((value) => value > 0) ?? 0;
  const charged = rows.filter((row) => read(row, fee).value > 0 && paidIn(row) > 0);
  const isUnit = (cell: string): boolean => isOtherUnit(cell) || isCurrency(cell);
  const named = looks.flatMap(({ header, values }, at) =>
    isFee(header) && [...values].some(isUnit) ? [at] : [],
  );
  const unitOf = ({ cells }: SampleRow): string =>
    [...named, fee + 1, fee - 1].map((at) => cells[at] ?? '').find(isUnit) ?? '';
  const ownUnits = new Set(rows.map(({ cells }) => cells[choices.currency?.index ?? -1] ?? ''));
  const isOther = (row: SampleRow): boolean => unitOf(row) !== '' && !ownUnits.has(unitOf(row));
  const isRepeated = rows.some((row) =>
    charged.some((one) => read(one, fee).value === paidIn(row)),
  );
  if (charged.length === 0 || charged.some(isOther) || isRepeated) return undefined;
  const factors = looks
    .flatMap(({ numbers, zeros }, at) =>
      numbers > zeros && at !== fee && !amounts.includes(at) ? [at] : [],
    )
    .slice(0, COLUMNS_TRIED_MAX);
  const trades = charged.map((row) => ({ row, paid: paidIn(row), fee: read(row, fee).value }));
  for (const quantity of factors) {
    for (const price of factors.filter((at) => at > quantity)) {
      const said = new Set(
        trades.map((trade) => placeOf(trade, read(trade.row, quantity), read(trade.row, price))),
      );
      said.delete('open');
      const [place] = said;
      if (said.size === 1 && place !== 'neither') return place as 'on_top' | 'included';
    }
  }
  return undefined;
}

/** Where the fee of one trade is; open if the row is no trade, or rounding may hide the fee, or it has the price of one piece. */
function placeOf(
  { paid, fee }: { paid: number; fee: number },
  quantity: Rounded,
  price: Rounded,
): 'on_top' | 'included' | 'neither' | 'open' {
  const worth = quantity.value * price.value;
  const slack = CENT + quantity.value * price.half + price.value * quantity.half;
  if (!(worth > 0) || quantity.value === 1 || price.value === 1) return 'open';
  const gap = Math.abs(paid - worth);
  if (gap > fee + slack) return 'neither';
  if (fee <= slack * 2) return 'open';
  if (gap <= slack) return 'on_top';
  return Math.abs(gap - fee) <= slack ? 'included' : 'neither';
}

function roundedOf(cell: string, format: NumberFormat): Rounded {
  const value = Math.abs(Number(readDecimal(cell, format) ?? 0));
  // Zeros at the end count: they were not rounded away.
  const [, decimals = ''] = (format === '1.234,56' ? /,(\d+)/ : /\.(\d+)/).exec(cell) ?? [];
  return { value, half: decimals === '' ? 0 : 0.5 / 10 ** decimals.length };
}
