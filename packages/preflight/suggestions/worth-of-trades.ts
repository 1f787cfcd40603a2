import { readDecimal } from '../fields/amounts.ts';
import { currenciesNamed } from '../fields/currency-marks.ts';
import { isCurrency, isOtherUnit } from '../fields/other-units.ts';
import { remember } from '../remember.ts';
import { mostFrequent } from '../text.ts';
import { listsSecurities } from './asset-moves.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { amountColumns, isFee } from './score-columns.ts';
import type { ColumnLook, SampleRow } from './sample.ts';
import type { Sampled } from './score-columns.ts';

/** The part of the columns of numbers that are tried in pairs. */
const COLUMNS_TRIED_MAX = 10;
/** Prices of bonds are percentages, of a nominal or of a thousand of it, and lots have a hundred pieces. */
const FACTORS = [1, 0.01, 10, 100];
/** A cent, and what floating point makes of it. */
export const CENT = 0.0101;

/** A rate of exchange. */
const RATE =
  /(?<!\p{L})(?:exchange rate|conversion rate|fx rate|wechselkurs|taux de change|tasso di cambio|tipo de cambio)(?!\p{L})/u;

/** A number as written, and half a unit of its last digit: what rounding may have taken from it. */
export interface Rounded {
  value: number;
  half: number;
}

/**
 * What the quantity and the price of trades, the rate of exchanges, or what the other side got say about a fee: the amounts are that and
 * the fee comes on top, or the amounts differ from it by the fee and include it. Undefined if nothing fits all rows with a fee, but
 * for those in another currency, if these are in another unit, or if a row of its own repeats a fee.
 */
export function feeOfTrades(
  { looks, rows, choices }: Sampled,
  fee: number,
): 'on_top' | 'included' | undefined {
  const amounts = amountColumns(choices);
  const format = formatOf(rows, amounts);
  const read = ({ cells }: SampleRow, at: number): Rounded => roundedOf(cells[at] ?? '', format);
  const paidIn = (row: SampleRow): number =>
    amounts.map((at) => read(row, at).value).find((value) => value > 0) ?? 0;
  const charged = rows.filter((row) => read(row, fee).value > 0 && paidIn(row) > 0);
  const isRepeated = rows.some((row) =>
    charged.some((one) => read(one, fee).value === paidIn(row)),
  );
  if (charged.length === 0 || isRepeated) return undefined;
  if (charged.some(hasOtherUnit({ looks, choices }, fee))) return undefined;
  const trades = charged.map((row) => ({ row, paid: paidIn(row), fee: read(row, fee).value }));
  const factors = numbersOf(looks).filter((at) => at !== fee && !amounts.includes(at));
  const headerOf = (at: number): string => looks[at]?.header ?? '';
  const isForeign = foreignRows(looks, rows);
  const areSecurities = listsSecurities(looks);
  // What is left of the quantity: then the fee is in the unit of that.
  const isInKind = factors.some((rest) =>
    factors.some((quantity) =>
      trades.every(({ row, fee: taken }) => {
        const { value: left } = read(row, rest);
        return left > 0 && read(row, quantity).value - taken === left;
      }),
    ),
  );
  const products = pairsOf(factors).map(([quantity, price]) => {
    const areNamed = areSecurities && nameFactors(headerOf(quantity), headerOf(price));
    return (row: SampleRow) => worthOf(read(row, quantity), read(row, price), areNamed);
  });
  // What the other side got, at the rate.
  const exchanges = factors
    .filter((at) => RATE.test(plainWords(headerOf(at))))
    .flatMap((rate) =>
      factors.map((got) => (row: SampleRow) => exchangedOf(read(row, got), read(row, rate))),
    );
  // What the other side got in its own currency, at home no more than was paid.
  const gapIn = (row: SampleRow, at: number): number => paidIn(row) - read(row, at).value;
  const originals = factors
    .filter((at) => rows.some((row) => isForeign(row) && gapIn(row, at) !== 0))
    .filter((at) => rows.every((row) => isForeign(row) || gapIn(row, at) >= 0))
    .map((at) => (row: SampleRow) => ({ worth: read(row, at).value, slack: CENT }));
  const said = [...products, ...exchanges, ...originals].flatMap((worthIn) => {
    const places = new Set<Place>();
    for (const trade of trades) {
      const { worth, slack } = worthIn(trade.row);
      const all = FACTORS.map((factor) => placeOf(trade, worth * factor, slack * factor));
      const place = all.find((one) => one !== 'neither') ?? 'neither';
      if (place === 'neither' && !isForeign(trade.row)) return [];
      if (place === 'on_top' || place === 'included') places.add(place);
    }
    return places.size === 1 ? [...places] : [];
  });
  if (said.includes('included')) return 'included';
  return said.includes('on_top') && !isInKind ? 'on_top' : undefined;
}

/** Returns a test whether the fee of a row is in another unit than its amount. */
function hasOtherUnit({ looks, choices }: Pick<Sampled, 'looks' | 'choices'>, fee: number) {
  const isUnit = (cell: string): boolean => isOtherUnit(cell) || isCurrency(cell);
  const ofUnits = looks.flatMap(({ header, values }, at) =>
    isFee(header) && [...values].some(isUnit) ? [at] : [],
  );
  const unitOf = ({ cells }: SampleRow): string =>
    [...ofUnits, fee + 1, fee - 1].map((at) => cells[at] ?? '').find(isUnit) ?? '';
  const ofHeader = currenciesNamed(looks[fee]?.header ?? '');
  const ofAmount = amountColumns(choices).flatMap(
    (at) => currenciesNamed(looks[at]?.header ?? '') ?? [],
  );
  return (row: SampleRow): boolean => {
    const own = ofAmount.length > 0 ? ofAmount : [row.cells[choices.currency?.index ?? -1] ?? ''];
    const unit = unitOf(row);
    if (own[0] === '') return isOtherUnit(unit);
    const units = ofHeader ?? (unit === '' ? undefined : [unit]);
    return units !== undefined && !units.some((one) => own.includes(one));
  };
}

/** What was exchanged for what the other side got, and what rounding may have changed. */
function exchangedOf(got: Rounded, rate: Rounded): { worth: number; slack: number } {
  const worth = rate.value === 0 ? 0 : got.value / rate.value;
  return { worth, slack: CENT + (worth * rate.half) / (rate.value || 1) };
}

/** Returns a test whether a row has another currency than most: its price may then be in that, and its amount in the account's. */
function foreignRows(looks: readonly ColumnLook[], rows: readonly SampleRow[]) {
  const homes = looks.flatMap(({ currencies, values }, at) =>
    currencies > 0 && values.size > 1
      ? [{ at, home: mostFrequent(rows.map(({ cells }) => cells[at] ?? '')) }]
      : [],
  );
  return ({ cells }: SampleRow): boolean => homes.some(({ at, home }) => cells[at] !== home);
}

type Place = 'on_top' | 'included' | 'neither' | 'open';

/** Where the fee of one trade is; open if the row is no trade, or rounding may hide the fee. */
function placeOf(
  { paid, fee }: { paid: number; fee: number },
  worth: number,
  slack: number,
): Place {
  if (worth === 0) return 'open';
  const gap = Math.abs(paid - worth);
  if (gap > fee + slack) return 'neither';
  if (fee <= slack * 2) return 'open';
  if (gap <= slack) return 'on_top';
  return Math.abs(gap - fee) <= slack ? 'included' : 'neither';
}

/** Less than half of a header may tell which figure it is: `Executed quantity`, `数量［株］`. */
const NAMED_MIN = 0.35;

/** Whether the header names a quantity or a price. */
export const namesFactor = (header: string, role: 'qty' | 'price'): boolean =>
  matchHeader(header, role) > NAMED_MIN;

/** Whether the headers name a quantity and a price, in either order. */
export const nameFactors = (one: string, other: string): boolean =>
  (namesFactor(one, 'qty') && namesFactor(other, 'price')) ||
  (namesFactor(one, 'price') && namesFactor(other, 'qty'));

/** Words for a price that are none for a rate of exchange. */
export const PRICE =
  /(?<!\p{L})(?:price|preis|prix|precio|preco|prezzo|prijs|pris|hinta|cena|cijena|pret|kaina|hind|fiyat|harga|gia|цена|τιμη)(?!\p{L})|価格|价格|単価|단가|ราคา/u;

/**
 * Whether the amounts are quantities: times a price they are, in all rows, the numbers of a column that is named for amounts, and they
 * have decimals that money has not, or the price is called one: times a rate, money is other money.
 */
export function countsPieces({ looks, rows, choices }: Sampled): boolean {
  const { amount } = choices;
  const format = formatOf(rows, [amount?.index ?? -1]);
  const read = ({ cells }: SampleRow, at: number): Rounded => roundedOf(cells[at] ?? '', format);
  const isFine = (row: SampleRow): boolean =>
    /\.\d\d\d*[1-9]/.test(String(read(row, quantity).value));
  const quantity = amount?.index ?? -1;
  if (amount === undefined) return false;
  const others = numbersOf(looks).filter(
    (at) => at !== quantity && looks[at]?.filled === rows.length,
  );
  const totals = others.filter((at) => matchHeader(looks[at]?.header ?? '', 'amount') > 0);
  const areFine = totals.length > 0 && rows.some(isFine);
  const mayBePrice = (at: number): boolean =>
    areFine || PRICE.test(plainWords(looks[at]?.header ?? ''));
  const isProduct = (total: number, price: number): boolean =>
    rows.every((row) => {
      const { worth, slack } = worthOf(read(row, quantity), read(row, price));
      return worth > 0 && Math.abs(read(row, total).value - worth) <= slack;
    });
  return totals.some((total) =>
    others.some((price) => price !== total && mayBePrice(price) && isProduct(total, price)),
  );
}

const numbersOf = (looks: readonly ColumnLook[]): number[] =>
  looks
    .flatMap(({ numbers, zeros }, at) => (numbers > zeros ? [at] : []))
    .slice(0, COLUMNS_TRIED_MAX);

export const pairsOf = (columns: readonly number[]): [number, number][] =>
  columns.flatMap((one) =>
    columns.flatMap((other): [number, number][] => (other > one ? [[one, other]] : [])),
  );

/**
 * Quantity times price, and how far rounding may have taken it from an amount; no worth without both, or for a single piece unless
 * the columns are known: its price is the amount of any row.
 */
export function worthOf(
  quantity: Rounded,
  price: Rounded,
  areKnown = false,
): { worth: number; slack: number } {
  const slack = CENT + quantity.value * price.half + price.value * quantity.half;
  const isSingle = quantity.value === 1 || price.value === 1;
  return { worth: isSingle && !areKnown ? 0 : quantity.value * price.value, slack };
}

type PointOrComma = '1.234,56' | '1,234.56';
const COMMA_FORMAT = /,\d{1,2}$|\d\.\d{3}\.\d{3}$/;
/** How the numbers of these columns are most likely written. */
export const formatOf = (rows: readonly SampleRow[], columns: readonly number[]): PointOrComma =>
  rows.some(({ cells }) => columns.some((at) => COMMA_FORMAT.test(cells[at] ?? '')))
    ? '1.234,56'
    : '1,234.56';

const readRounded = (format: PointOrComma) =>
  remember((cell): Rounded => {
    const value = Math.abs(Number(readDecimal(cell, format) ?? 0));
    // Zeros at the end count: they were not rounded away.
    const [, decimals = ''] = (format === '1.234,56' ? /,(\d+)/ : /\.(\d+)/).exec(cell) ?? [];
    return { value, half: decimals === '' ? 0 : 0.5 / 10 ** decimals.length };
  });
const readers = { '1.234,56': readRounded('1.234,56'), '1,234.56': readRounded('1,234.56') };

export const roundedOf = (cell: string, format: PointOrComma): Rounded => readers[format](cell);
