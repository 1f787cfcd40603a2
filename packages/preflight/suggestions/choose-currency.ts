import { currenciesAround, currenciesNamed } from '../fields/currency-marks.ts';
import { isCurrency } from '../fields/other-units.ts';
import { isUnspaced, matchHeader, plainWords } from './header-words.ts';
import { findNetAmounts } from './net-amounts.ts';
import { hasWorth } from './sample.ts';
import { mostFrequent } from '../text.ts';
import { findTradeFigures } from './trade-figures.ts';
import { phrasesOf } from './vocabulary.ts';
import {
  amountColumns,
  hasSigns,
  isBalance,
  isFee,
  rankColumns,
  scoreCurrency,
} from './score-columns.ts';
import type { ColumnLook, SampleRow, SeenRows } from './sample.ts';
import type { ColumnChoice, ColumnChoices, Sampled } from './score-columns.ts';

/** Penalty if the currency belongs to a number column other than the amount. */
const OF_ANOTHER = 0.3;
/** Of two alike, that with a single currency is the account's: others pay in several. */
const OF_SEVERAL = 0.01;
/** For each word shared with the amount, or with another number. */
const SHARED_WORD = 0.2;
/** If one header is the other, or that and a word more. */
const SAME_HEADER = 0.3;
const ADJACENT = 0.1;

/** What a card company bills is in the currency of the card, and the transaction in that of the shop. */
const BILLED = /(?<!\p{L})(?:billing|billed|settlement|settled|account)(?!\p{L})/u;
const OF_SHOP = /(?<!\p{L})(?:transaction|original|merchant|foreign|purchase)(?!\p{L})/u;

/** The currency columns by their words and position, starting with that of the amounts. */
export function rankCurrencies(
  looks: readonly ColumnLook[],
  taken: ReadonlySet<number>,
  choices: ColumnChoices,
): ColumnChoice[] {
  const amounts = amountColumns(choices);
  const others = looks.flatMap((look, index) =>
    look.numbers > 0 && look.numbers === look.filled && !amounts.includes(index) ? [index] : [],
  );
  const areBilled =
    amounts.length > 0 && amounts.every((at) => BILLED.test(plainWords(looks[at]?.header ?? '')));
  const isMoney = amounts.some((at) => looks[at] !== undefined && hasCurrency(looks[at]));
  return rankColumns(looks, taken, scoreCurrency)
    .flatMap((choice) => {
      const own = Math.max(0, ...amounts.map((at) => fitOf(looks, choice.index, at)));
      const another = Math.max(0, ...others.map((at) => fitOf(looks, choice.index, at)));
      const { filled = 0, rows = 0, units = 0, currencies, values } = looks[choice.index] ?? {};
      const isCoin = currencies === 0;
      // The coins of a quantity say nothing about what was paid.
      if ((isMoney && units > 0) || (isCoin && (own === 0 || another > own))) return [];
      const header = looks[choice.index]?.header ?? '';
      if (isFee(header) && another > 0) return [];
      if (areBilled && OF_SHOP.test(plainWords(header))) return [];
      // It is that of an amount which the same few rows have.
      const isOwner = (at: number): boolean =>
        fitOf(looks, choice.index, at) > own && looks[at]?.filled === filled;
      if (filled * 2 < rows && others.some(isOwner)) return [];
      const penalty = (another > own ? OF_ANOTHER : 0) + (values?.size === 1 ? 0 : OF_SEVERAL);
      return [{ ...choice, rank: choice.confidence + own - penalty - (isCoin ? 1 : 0) }];
    })
    .sort((one, other) => other.rank - one.rank)
    .map(({ index, confidence }) => ({ index, confidence }));
}

/**
 * For the money of trades: the choices with a column of currencies instead of one of coins, and without one where the amounts are what
 * was settled in the currency that their header names.
 */
function withMoney({ looks, rows, choices }: Sampled): ColumnChoices {
  const { currency, amount, ...others } = choices;
  if (currency === undefined || amount === undefined) return choices;
  const { gross, net } = findTradeFigures({ looks, rows }) ?? {};
  if (amount.index !== gross && amount.index !== net) {
    const isSettled = net !== undefined && currenciesNamed(looks[amount.index]?.header ?? '');
    return isSettled ? { ...others, amount } : choices;
  }
  if ((looks[currency.index]?.units ?? 0) === 0) return choices;
  const taken = new Set(Object.values(choices).map(({ index }) => index));
  const [own] = rankCurrencies(looks, taken, choices);
  const { units = 0, filled = 0 } = looks[own?.index ?? -1] ?? {};
  return own === undefined || units > 0 || filled < rows.length
    ? choices
    : { ...choices, currency: own };
}

/**
 * The choices without the currency if it is that of what the other party was paid: in rows of the most common one the
 * column of that repeats the amount, and in all other rows it differs. A column with that currency alone takes its place.
 */
export function withOwnCurrency({ looks, rows, ...sampled }: Sampled): ColumnChoices {
  const choices = withMoney({ looks, rows, ...sampled });
  const { currency, ...others } = choices;
  const paid = amountColumns(choices);
  if (currency === undefined || paid.length === 0) return choices;
  const fit = (at: number): number => fitOf(looks, currency.index, at);
  const fitters = [...looks.entries()].filter(
    ([at, { numbers, filled }]) =>
      numbers > 0 && numbers === filled && paid.every((own) => fit(at) > fit(own)),
  );
  const named = new Set(paid.flatMap((at) => currenciesNamed(looks[at]?.header ?? '') ?? []));
  // Money out and money in have the currency that their headers name.
  if (others.amount === undefined && named.size === 1 && fitters.length > 0) return others;
  if (fitters.length === 0) return choices;
  const isSettled = settledAmounts({ looks, rows }, currency.index);
  const { net, gross } = findNetAmounts({ looks, rows }) ?? {};
  const moved = gross !== undefined && net === paid[0] ? [gross] : paid;
  // It is that of the amounts if another column names its own, and has what the account moved by.
  const isOther = ([at, look]: [number, ColumnLook]): boolean =>
    isPaidIn(look) && currenciesNamed(look.header) !== undefined && isSettled(paid[0] ?? -1, [at]);
  if (named.size === 0 && [...looks.entries()].some(isOther)) return choices;
  if (!fitters.some(([at]) => isSettled(at, moved))) return choices;
  const home = mostFrequent(rows.map(({ cells }) => cells[currency.index] ?? '')) ?? '';
  const index = looks.findIndex(
    ({ filled, values }) => filled === rows.length && values.size === 1 && values.has(home),
  );
  return index < 0 ? others : { ...others, currency: { ...currency, index } };
}

/** A fee may be part of what the account moved by. */
const REPEATED_SHARE_MIN = 0.8;

/**
 * Returns a test whether one column has the amounts in the currencies of a column, and another what the account moved by: it
 * repeats those in the most common currency, nearly all that are there, and none of the others.
 */
export function settledAmounts({ looks, rows }: SeenRows, currency: number) {
  const [home = [], ...foreign] = [...(looks[currency]?.values ?? [])]
    .filter(isCurrency)
    .map((code) => rows.filter(({ cells }) => cells[currency] === code))
    .sort((one, other) => other.length - one.length);
  return (paid: number, moved: readonly number[]): boolean => {
    const movedIn = (row: SampleRow): string =>
      row.cells[moved.find((at) => hasWorth(row, at)) ?? moved[0] ?? -1] ?? '';
    const isSame = (row: SampleRow): boolean =>
      unsigned(row.cells[paid] ?? '') === unsigned(movedIn(row));
    // What is not booked has not moved the account.
    const hasMoved = (row: SampleRow): boolean => movedIn(row) !== '';
    const [own, others] = [home.filter(hasMoved), foreign.flat().filter(hasMoved)];
    const repeating = own.filter((row) => hasWorth(row, paid));
    return (
      own.length > 1 &&
      others.length > 0 &&
      repeating.filter(isSame).length >= repeating.length * REPEATED_SHARE_MIN &&
      !others.some(isSame)
    );
  };
}

function unsigned(amount: string): string {
  return amount.replace(/^[-+]/, '');
}

/** How well a currency column fits a number column, by their headers and positions. */
function fitOf(looks: readonly ColumnLook[], currency: number, number: number): number {
  const [own, its] = [currency, number].map((at) => plainWords(looks[at]?.header ?? ''));
  // "Amount" and "Amount currency", "Currency amount" and "Currency", or one header for both.
  const isSame = [
    [own, its],
    [its, own],
  ].some(([long, short]) => short !== '' && `${long} `.startsWith(`${short} `));
  const shared = SHARED_WORD * sharedWords(looks, currency, number);
  return Math.max(shared, isSame ? SAME_HEADER : 0) + adjacency(currency, number);
}

/** Whether the header of amounts, or their cells, name a currency. */
function hasCurrency({ header, values }: ColumnLook): boolean {
  const isNamed = currenciesNamed(header) !== undefined;
  return isNamed || [...values].some((cell) => currenciesAround(cell) !== undefined);
}

/** Most files write the currency after its amount. */
function adjacency(currency: number, number: number): number {
  if (currency === number + 1) return ADJACENT;
  return currency === number - 1 ? ADJACENT / 2 : 0;
}

const ROLE_WORDS: ReadonlySet<string> = new Set(
  (['currency', 'amount'] as const).flatMap((role) =>
    phrasesOf(role).filter((phrase) => !phrase.includes(' ')),
  ),
);

/** What a word in a script without blanks says before the one for an amount or a currency: 入账 of 入账金额. */
function withoutRole(word: string): string {
  if (!isUnspaced(word)) return ROLE_WORDS.has(word) ? '' : word;
  const from = Math.max(0, ...[...ROLE_WORDS].map((role) => word.lastIndexOf(role)));
  return word.slice(0, from);
}

/** How many words the two headers share, apart from those for a currency and an amount. */
function sharedWords(looks: readonly ColumnLook[], one: number, other: number): number {
  const wordsOf = (index: number): string[] =>
    plainWords(looks[index]?.header ?? '')
      .split(' ')
      .map(withoutRole)
      .filter((word) => word.length > 1);
  const words = new Set(wordsOf(other));
  return wordsOf(one).filter((word) => words.has(word)).length;
}

/** Whether a column's numbers count coins or the like, according to the column after it, or before it if that is no other's. */
export function countsUnits(looks: readonly ColumnLook[], index: number): boolean {
  const isCoin = (at: number): boolean =>
    looks[at]?.currencies === 0 && scoreCurrency(looks[at]) > 0;
  const before = looks[index - 2];
  const isOthers = before !== undefined && before.numbers > 0 && before.numbers === before.filled;
  return isCoin(index + 1) || (isCoin(index - 1) && !isOthers);
}

/** Whether the file lists several accounts, each with a currency of its own: then the amounts in these are what the accounts moved by. */
function areOfAccounts({ rows, choices }: Pick<Sampled, 'rows' | 'choices'>): boolean {
  const { account, currency } = choices;
  if (account === undefined || currency === undefined) return false;
  const codes = new Map<string, string>();
  for (const { cells } of rows) {
    const [name = '', code = ''] = [cells[account.index], cells[currency.index]];
    if ((codes.get(name) ?? code) !== code) return false;
    codes.set(name, code);
  }
  return new Set(codes.values()).size > 1;
}

/** The currencies that the cells of amounts name: `JPY 7990`. */
const marksOf = (look: ColumnLook | undefined): ReadonlySet<string> =>
  new Set([...(look?.values ?? [])].flatMap((cell) => currenciesAround(cell)?.[0] ?? []));

const isPaidIn = ({ header, numbers, filled }: ColumnLook): boolean =>
  numbers === filled && matchHeader(header, 'amount') > 0;

/**
 * Whether another amount is settled in one currency, or in fewer than these amounts, which are in several or in none: then the account
 * moves by that other amount.
 */
export function isUnsettled({ looks, rows, choices }: Sampled): boolean {
  if (choices.amount !== undefined && countsUnits(looks, choices.amount.index)) return true;
  const own = looks[choices.currency?.index ?? -1];
  if (own === undefined) {
    const marks = marksOf(looks[choices.amount?.index ?? -1]);
    const hasFewer = (other: ReadonlySet<string>): boolean =>
      other.size > 0 && other.size < marks.size && [...other].every((code) => marks.has(code));
    return marks.size > 1 && looks.some((look) => isPaidIn(look) && hasFewer(marksOf(look)));
  }
  if (own.currencies === 0) return true;
  if (own.values.size < 2) return false;
  const amounts = amountColumns(choices);
  const isSigned = looks.some(
    (look, at) => hasSigns(look) && !isBalance(look) && !amounts.includes(at),
  );
  // A single column without signs would lose the direction that a pair of columns shows.
  if (choices.amount === undefined && !isSigned) return false;
  const namesOne = ({ header, numbers, filled }: ColumnLook): boolean => {
    const [code, ...others] = currenciesNamed(header) ?? [];
    const isAll = numbers === filled && filled >= own.filled && matchHeader(header, 'amount') > 0;
    return isAll && code !== undefined && others.length === 0 && own.values.has(code);
  };
  if (areOfAccounts({ rows, choices }))
    return looks.some((look, at) => !amounts.includes(at) && namesOne(look));
  const sides = looks.flatMap(({ header, numbers, filled }, at) => {
    const isSide = matchHeader(header, 'outflow') > 0 || matchHeader(header, 'inflow') > 0;
    return isSide && numbers > 0 && numbers === filled ? [at] : [];
  });
  const { amount, currency } = choices;
  const isSettled =
    amount && currency ? settledAmounts({ looks, rows }, currency.index) : () => false;
  const isMoved = (look: ColumnLook, at: number): boolean =>
    isPaidIn(look) && isSettled(amount?.index ?? -1, [at]);
  if (amount && sides.length > 1 && isSettled(amount.index, sides)) return true;
  return looks.some(
    (look, at) =>
      (!amounts.includes(at) && (namesOne(look) || isMoved(look, at))) ||
      (look !== own &&
        look.values.size < own.values.size &&
        look.filled >= own.filled &&
        scoreCurrency(look) > 0 &&
        [...look.values].every((code) => own.values.has(code))),
  );
}
