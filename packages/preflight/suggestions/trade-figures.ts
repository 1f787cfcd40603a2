import { listsSecurities } from './asset-moves.ts';
import { isTax, matchHeader, plainWords } from './header-words.ts';
import { isBalance, isFee } from './score-columns.ts';
import {
  CENT,
  formatOf,
  nameFactors,
  pairsOf,
  PRICE,
  roundedOf,
  worthOf,
} from './worth-of-trades.ts';
import { isCharge, totalsOfCharges } from './total-of-charges.ts';
import type { SampleRow, SeenRows } from './sample.ts';
import type { Rounded } from './worth-of-trades.ts';

/** The figures of a list of trades, known by how they are computed: words for them differ from broker to broker. */
export interface TradeFigures {
  quantity: number;
  price: number;
  /** What the pieces are worth: quantity times price. Not every list has it. */
  gross?: number;
  /** What was paid or received for them, if the charges between the two columns are in it. */
  net?: number;
  /** By line: what was paid, -1, is more than the worth by the charges, and what was received, 1, is less. */
  sides: ReadonlyMap<number, 1 | -1>;
}

const COLUMNS_TRIED_MAX = 14;
/** Fewer products, or products in fewer rows, may be a coincidence: some trades are in another currency than their price. */
const TRADES_MIN = 3;
const NAMED_TRADES_MIN = 2;
const TRADES_SHARE_MIN = 0.5;
const CHARGED_MIN = 2;
const CHARGES_MAX = 6;
/** Rates of exchange have more than two decimals. */
const CENT_HALF = 0.005;
/** Where the worth is missing in many rows, the quantity may be money itself. */
const FILLED_SHARE_MIN = 0.8;

const known = new WeakMap<
  readonly SampleRow[],
  { figures: Figures; trades: TradeFigures | undefined }
>();

/** The numbers of a sample, and the trades in them: found once, since many ask for them. */
function figuresOf(sampled: SeenRows) {
  const before = known.get(sampled.rows);
  if (before !== undefined) return before;
  const figures = readFigures(sampled);
  const found = { figures, trades: figures.columns.length < 3 ? undefined : findTrades(figures) };
  known.set(sampled.rows, found);
  return found;
}

/** Finds the columns of quantity, price and worth, and what was paid in the end; undefined for rows that are no trades. */
export function findTradeFigures(sampled: SeenRows): TradeFigures | undefined {
  return figuresOf(sampled).trades;
}

/**
 * The side of each row, by line, where the amounts include charges: what is larger than the worth by its fees and taxes was paid for
 * it, and what is smaller by them was received. Undefined unless charges explain the difference in most rows.
 */
export function sidesByCharges(
  sampled: SeenRows,
  amount: number,
): ReadonlyMap<number, 1 | -1> | undefined {
  const { figures, trades } = figuresOf(sampled);
  if (trades?.net === amount) return trades.sides;
  const { columns, header } = figures;
  const totals = totalsOfCharges(sampled);
  const others = columns.filter((column) => column !== amount && !totals.includes(column));
  const charges = others.filter((column) => isCharge(header(column)));
  const fees = charges.filter((column) => isFee(header(column)));
  const sums = [charges, fees, ...fees.map((fee) => [fee])].filter(({ length }) => length > 0);
  const worths = others.filter((column) => !charges.includes(column));
  const trySides = (of: readonly Worth[]) =>
    sums
      .flatMap((sum) => of.flatMap((worth) => sidesOf(figures, worth, amount, sum) ?? []))
      .filter(({ sides, charged }) => sides.size * 2 > charged)
      .sort((one, other) => other.sides.size - one.sides.size)[0]?.sides;
  return (
    trySides(worths.map((gross) => ({ gross }))) ??
    trySides(pairsOf(worths).map(([quantity, price]) => ({ quantity, price })))
  );
}

function readFigures({ looks, rows }: SeenRows): Figures {
  const columns = looks
    .flatMap((look, at) => {
      const isNumeric = look.numbers > look.zeros && look.dates < look.numbers;
      return isNumeric && !isBalance(look) && !isOrdered(look.header, looks) ? [at] : [];
    })
    .slice(0, COLUMNS_TRIED_MAX);
  const readAll = () => {
    const format = formatOf(rows, columns);
    return new Map(
      columns.map((at) => [at, rows.map(({ cells }) => roundedOf(cells[at] ?? '', format))]),
    );
  };
  // Most files have no trades, and nobody asks.
  let read: ReturnType<typeof readAll> | undefined;
  const zero = { value: 0, half: 0 };
  return {
    columns,
    lines: rows.map(({ line }) => line),
    isOfSecurities: listsSecurities(looks),
    header: (column) => looks[column]?.header ?? '',
    at: (row, column) => (read ??= readAll()).get(column)?.[row] ?? zero,
    worths: (column) => (looks[column]?.filled ?? 0) - (looks[column]?.zeros ?? 0),
  };
}

function findTrades(figures: Figures): TradeFigures | undefined {
  const { columns, header } = figures;
  const product = findProduct(figures);
  if (product !== undefined) return { ...product, ...findNet(figures, product) };
  for (const [quantity, price] of pairsOf(columns)) {
    if (!nameFactors(header(quantity), header(price))) continue;
    const paid = findNet(figures, { quantity, price });
    if (paid.net !== undefined) return { quantity, price, ...paid };
  }
  return undefined;
}

const ORDERED = /^(?:order(?:ed)? |auftrags|委托|委託|訂單|订单|下單|下单|注文)/u;
const EXECUTED =
  /(?<!\p{L})(?:fill(?:ed)?(?!\p{L})|execut|esegui|ejecut|ausfuhrung|ausgefuhrt|uitgevoerd|toteut|zrealiz|utfor|udfor|teljesul|исполн|khop(?!\p{L}))|成交|約定/u;
/** What was earned by a sale is called realised, too, and what was filled may be a tank. */
const EARNED = /gain|gewinn|profit|ganancia|zysk|litre|liter|gallon|kwh/;

const executed = new WeakMap<SeenRows['looks'], readonly string[]>();

/** The headers, in plain words, of the amounts that were executed. */
function executedIn(looks: SeenRows['looks']): readonly string[] {
  const known = executed.get(looks);
  if (known !== undefined) return known;
  const found = looks.flatMap(({ header, numbers }) => {
    const plain = numbers > 0 && matchHeader(header, 'amount') > 0 ? plainWords(header) : '';
    return EXECUTED.test(plain) && !EARNED.test(plain) ? [plain] : [];
  });
  executed.set(looks, found);
  return found;
}

/** Whether a figure is that of an order, next to an amount that was executed: `Total` next to `Total executado`. */
export function isOrdered(header: string, looks: SeenRows['looks']): boolean {
  const others = executedIn(looks);
  if (others.length === 0) return false;
  const plain = plainWords(header);
  if (EXECUTED.test(plain)) return false;
  if (ORDERED.test(plain)) return true;
  const words = plain.split(' ');
  return others.some((other) => words.every((word) => other.split(' ').includes(word)));
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
type Product = Worth & Pick<TradeFigures, 'quantity' | 'price'>;

function findProduct(figures: Figures): (Product & { gross: number }) | undefined {
  const { columns, lines, header, at, worths } = figures;
  let best: (Product & { gross: number }) | undefined;
  let most = 0;
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
      const areNamed = nameFactors(header(quantity), header(price));
      const least = areNamed ? NAMED_TRADES_MIN : TRADES_MIN;
      if (fitting <= most || fitting < Math.max(least, trades * TRADES_SHARE_MIN)) continue;
      const product = { quantity, price, gross };
      if (!areNamed && isConverted(figures, product)) continue;
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
function isConverted(
  { lines, at }: Figures,
  { quantity, price, gross }: Product & { gross: number },
): boolean {
  const isRate = (rate: number, amount: number): boolean =>
    lines.some((_, row) => at(row, rate).half > 0 && at(row, rate).half < CENT_HALF) &&
    lines.some((_, row) => {
      const { value } = at(row, gross);
      return at(row, rate).value <= 1 && value > 1 && value === at(row, amount).value;
    });
  return isRate(price, quantity) || isRate(quantity, price);
}

function findNet(figures: Figures, product: Product): Pick<TradeFigures, 'net' | 'sides'> {
  const { columns, lines, header, at } = figures;
  const { price, gross } = product;
  const isTwin = (column: number): boolean =>
    gross !== undefined && lines.every((_, row) => at(row, column).value === at(row, gross).value);
  const others = columns.filter(
    (column) => !Object.values(product).includes(column) && !isTwin(column),
  );
  for (const net of others) {
    for (const charges of chargesNear(others, gross ?? price, net)) {
      const found = sidesOf(figures, product, net, charges);
      if (found === undefined) continue;
      const { sides, charged } = found;
      // Half may be in another currency; without a column of the worth, that may be a coincidence.
      if (sides.size * 2 === charged && gross === undefined) continue;
      // What is less by a tax alone, in all rows, is what a price with that tax is without it.
      const areTaxes = charges.every((column) => isTax(header(column)) && !isFee(header(column)));
      if (!areTaxes || [...sides.values()].includes(-1)) return { net, sides };
    }
  }
  return { sides: new Map() };
}

/** What was paid for: a column, or the product of two. */
type Worth = { gross: number } | { gross?: undefined; quantity: number; price: number };

/** The sides to which charges move `net` from the worth, by line, and how many rows have charges; undefined unless they explain half. */
function sidesOf(
  { lines, at, header }: Figures,
  of: Worth,
  net: number,
  charges: readonly number[],
): { sides: ReadonlyMap<number, 1 | -1>; charged: number } | undefined {
  const areNamed = of.gross === undefined && nameFactors(header(of.quantity), header(of.price));
  const worthIn = (row: number): { worth: number; slack: number } =>
    of.gross === undefined
      ? worthOf(at(row, of.quantity), at(row, of.price), areNamed)
      : { worth: at(row, of.gross).value, slack: CENT };
  const sides = new Map<number, 1 | -1>();
  let charged = 0;
  for (const [row, line] of lines.entries()) {
    const { worth, slack } = worthIn(row);
    const { value } = at(row, net);
    const charge = charges.reduce((sum, column) => sum + at(row, column).value, 0);
    if (worth === 0 || value <= charge || charge <= slack) continue;
    charged += 1;
    const gap = Math.abs(value - worth);
    if (Math.abs(gap - charge) <= slack) sides.set(line, value > worth ? -1 : 1);
  }
  const isHalf = sides.size >= Math.max(CHARGED_MIN, charged * TRADES_SHARE_MIN);
  return isHalf ? { sides, charged } : undefined;
}

/** The columns that may be the charges: those between the worth and what was paid, or the first of those after either. */
function chargesNear(others: readonly number[], worth: number, net: number): number[][] {
  const [first, last] = [Math.min(worth, net), Math.max(worth, net)];
  const between = others.filter((column) => column > first && column < last);
  const after = (from: number): number[][] => {
    const behind = others.filter((column) => column > from && column !== net);
    return behind.slice(0, CHARGES_MAX).map((_, count) => behind.slice(0, count + 1));
  };
  return [between, ...after(worth), ...after(last)];
}
