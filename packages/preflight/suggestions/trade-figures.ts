import { ISIN } from './asset-moves.ts';
import { isTax, matchHeader, plainWords } from './header-words.ts';
import { isBalance, isFee } from './score-columns.ts';
import {
  CENT,
  formatOf,
  pairsOf,
  PRICE,
  roundedOf,
  sideByCharge,
  worthOf,
} from './worth-of-trades.ts';
import { isCharge } from './total-of-charges.ts';
import type { SampleRow } from './sample.ts';
import type { Rounded } from './worth-of-trades.ts';
import type { Sampled } from './score-columns.ts';

/** The figures of a list of trades, known by how they are computed: words for them differ from broker to broker. */
export interface TradeFigures {
  quantity: number;
  price: number;
  /** What the pieces are worth: quantity times price. */
  gross: number;
  /** What was paid or received for them, if the charges between the two columns are in it. */
  net?: number;
  /** By line: what was paid, -1, is more than the worth by the charges, and what was received, 1, is less. */
  sides: ReadonlyMap<number, 1 | -1>;
}

const COLUMNS_TRIED_MAX = 14;
/** Fewer products, or products in fewer rows, may be a coincidence: some trades are in another currency than their price. */
const TRADES_MIN = 3;
const TRADES_SHARE_MIN = 0.5;
const CHARGED_MIN = 2;
const CHARGES_MAX = 6;
/** Rates of exchange have more than two decimals. */
const CENT_HALF = 0.005;
/** Where the worth is missing in many rows, the quantity may be money itself. */
const FILLED_SHARE_MIN = 0.8;

const known = new WeakMap<readonly SampleRow[], { trades: TradeFigures | undefined }>();

/** Finds the columns of quantity, price and worth, and what was paid in the end; undefined for rows that are no trades. */
export function findTradeFigures(
  sampled: Pick<Sampled, 'looks' | 'rows'>,
): TradeFigures | undefined {
  const before = known.get(sampled.rows) ?? { trades: readFigures(sampled) };
  known.set(sampled.rows, before);
  return before.trades;
}

function readFigures({ looks, rows }: Pick<Sampled, 'looks' | 'rows'>): TradeFigures | undefined {
  const columns = looks
    .flatMap((look, at) =>
      look.numbers > look.zeros && look.dates < look.numbers && !isBalance(look) ? [at] : [],
    )
    .slice(0, COLUMNS_TRIED_MAX);
  if (columns.length < 3) return undefined;
  const format = formatOf(rows, columns);
  const read = new Map(
    columns.map((at) => [at, rows.map(({ cells }) => roundedOf(cells[at] ?? '', format))]),
  );
  const zero = { value: 0, half: 0 };
  const figures: Figures = {
    columns,
    lines: rows.map(({ line }) => line),
    isOfSecurities: looks.some(
      ({ header, values }) =>
        matchHeader(header, 'ticker') > 0.5 || [...values].some((value) => ISIN.test(value)),
    ),
    header: (column) => looks[column]?.header ?? '',
    at: (row, column) => read.get(column)?.[row] ?? zero,
    worths: (column) => (looks[column]?.filled ?? 0) - (looks[column]?.zeros ?? 0),
  };
  const product = findProduct(figures);
  return product && { ...product, ...findNet(figures, product) };
}

/** The numbers of the sample. */
interface Figures {
  columns: readonly number[];
  lines: readonly number[];
  /** A column has their ISIN or ticker. */
  isOfSecurities: boolean;
  header: (column: number) => string;
  at: (row: number, column: number) => Rounded;
  /** How many rows have a number other than zero in a column. */
  worths: (column: number) => number;
}
type Product = Pick<TradeFigures, 'quantity' | 'price' | 'gross'>;

function findProduct(figures: Figures): Product | undefined {
  const { columns, lines, header, at, worths } = figures;
  let best: Product | undefined;
  let most = TRADES_MIN - 1;
  for (const [quantity, price] of pairsOf(columns)) {
    if (isAmountByRate(figures, quantity, price)) continue;
    const filledMin = Math.max(worths(quantity), worths(price)) * FILLED_SHARE_MIN;
    for (const gross of columns) {
      if (gross === quantity || gross === price || worths(gross) < filledMin) continue;
      if (isCharge(header(gross))) continue;
      let [trades, fitting] = [0, 0];
      for (let row = 0; row < lines.length; row += 1) {
        const { worth, slack } = worthOf(at(row, quantity), at(row, price));
        const { value } = at(row, gross);
        if (worth === 0 || value === 0) continue;
        trades += 1;
        if (Math.abs(value - worth) <= slack) fitting += 1;
      }
      if (fitting <= most || fitting < trades * TRADES_SHARE_MIN) continue;
      const product = { quantity, price, gross };
      if (isConverted(figures, product)) continue;
      best = product;
      most = fitting;
    }
  }
  return best;
}

/**
 * Whether one factor is named an amount, and the other no price: times a rate it is other money, or a fee. In many languages one word is
 * both an amount and a quantity.
 */
function isAmountByRate({ isOfSecurities, header }: Figures, one: number, other: number): boolean {
  const headers = [header(one), header(other)];
  if (isOfSecurities || headers.some((each) => PRICE.test(plainWords(each)))) return false;
  return headers.some((each) => matchHeader(each, 'amount') > 0);
}

/** Whether one factor is an amount, as it is repeated in rows in which the other, a rate of exchange, is missing or 1. */
function isConverted({ lines, at }: Figures, { quantity, price, gross }: Product): boolean {
  const isRate = (rate: number, amount: number): boolean =>
    lines.some((_, row) => at(row, rate).half > 0 && at(row, rate).half < CENT_HALF) &&
    lines.some((_, row) => {
      const { value } = at(row, gross);
      return at(row, rate).value <= 1 && value > 1 && value === at(row, amount).value;
    });
  return isRate(price, quantity) || isRate(quantity, price);
}

function findNet(
  { columns, lines, header, at }: Figures,
  product: Product,
): Pick<TradeFigures, 'net' | 'sides'> {
  const { gross } = product;
  const isTwin = (column: number): boolean =>
    lines.every((_, row) => at(row, column).value === at(row, gross).value);
  const others = columns.filter(
    (column) => !Object.values(product).includes(column) && !isTwin(column),
  );
  for (const net of others) {
    for (const charges of chargesNear(others, gross, net)) {
      const sides = new Map<number, 1 | -1>();
      let charged = 0;
      for (const [row, line] of lines.entries()) {
        const [worth, paid] = [at(row, gross).value, at(row, net).value];
        const charge = charges.reduce((sum, column) => sum + at(row, column).value, 0);
        if (worth === 0 || paid <= charge || charge <= CENT) continue;
        charged += 1;
        const side = sideByCharge({ worth, slack: CENT }, paid, charge);
        if (side !== undefined) sides.set(line, side);
      }
      // What is less by a tax alone, in all rows, is what a price with that tax is without it.
      const areTaxes = charges.every((column) => isTax(header(column)) && !isFee(header(column)));
      if (areTaxes && ![...sides.values()].includes(-1)) continue;
      if (sides.size >= Math.max(CHARGED_MIN, charged * TRADES_SHARE_MIN)) return { net, sides };
    }
  }
  return { sides: new Map() };
}

/** The columns that may be the charges: those between the worth and what was paid, or the first of those after either. */
function chargesNear(others: readonly number[], gross: number, net: number): number[][] {
  const [first, last] = [Math.min(gross, net), Math.max(gross, net)];
  const between = others.filter((column) => column > first && column < last);
  const after = (from: number): number[][] => {
    const behind = others.filter((column) => column > from && column !== net);
    return behind.slice(0, CHARGES_MAX).map((_, count) => behind.slice(0, count + 1));
  };
  return [between, ...after(gross), ...after(last)];
}
