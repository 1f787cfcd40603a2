import { splitTime } from '../fields/split-time.ts';
import { labelAt } from '../csv/headers.ts';
import { currenciesNamed } from '../fields/currency-marks.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { isOtherUnit } from '../fields/other-units.ts';
import { excerpt } from '../text.ts';
import { namesPurchase } from './day-columns.ts';
import { isOtherDate, matchHeader, namesBookingDay, plainWords } from './header-words.ts';
import { settledAmounts } from './choose-currency.ts';
import { hasWorth } from './sample.ts';
import type { FieldKey } from '../types/field-key.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';

/** A reading whose score comes this close may be the right one. */
const CLOSE = 0.04;

const MEANING: readonly FieldKey[] = ['amount', 'outflow', 'inflow'];

/** The best reading of the table with other amounts or dates that comes close; a value date is no rival, and a proven reading has none. */
export function findRival(
  found: Hypothesis,
  others: readonly Hypothesis[],
): Hypothesis | undefined {
  if (found.proof !== undefined || found.total !== undefined) return undefined;
  const hasOtherDate = ({ looks, choices }: Hypothesis): boolean =>
    isOtherDate(looks[choices.date?.index ?? -1]?.header ?? '');
  return others.find(
    (other) =>
      other.separator === found.separator &&
      other.header.line === found.header.line &&
      found.score - other.score < CLOSE &&
      (takesOther(found, other, MEANING) ||
        (takesOther(found, other, ['date']) && !hasOtherDate(other))),
  );
}

function takesOther(one: Hypothesis, other: Hypothesis, keys: readonly FieldKey[]): boolean {
  return keys.some((key) => one.choices[key]?.index !== other.choices[key]?.index);
}

/** Describes the alternative reading. */
export function describeRival(found: Hypothesis, rival: Hypothesis): Warning {
  const label = ({ header }: Hypothesis, index: number): string =>
    excerpt(labelAt(header.cells, index));
  const [{ outflow, inflow }, other] = [found.choices, rival.choices];
  const isSwapped =
    outflow?.index === other.inflow?.index && inflow?.index === other.outflow?.index;
  if (outflow && inflow && isSwapped) {
    return warning('amounts_swapped', {
      out: label(found, outflow.index),
      in: label(found, inflow.index),
    });
  }
  const isAmount = takesOther(found, rival, MEANING);
  const keys = isAmount ? MEANING : (['date'] as const);
  const name = (one: Hypothesis): string =>
    keys
      .flatMap((key) => one.choices[key]?.index ?? [])
      .map((index) => `"${label(one, index)}"`)
      .join(', ');
  const values = { columns: name(found), others: name(rival) };
  return warning(isAmount ? 'amount_rival' : 'date_rival', values);
}

/**
 * Warns of another amount that has a minus where the chosen one has none, as a wallet's coins beside what they are worth, or that
 * differs where the chosen one is in a foreign currency: it may be what the account moved by.
 */
export function otherAmountWarning({ looks, rows, choices }: Hypothesis): Warning | undefined {
  const { amount, currency } = choices;
  if (amount === undefined) return undefined;
  const isNamed = currenciesNamed(looks[amount.index]?.header ?? '') !== undefined;
  const isSettled =
    currency === undefined || isNamed ? undefined : settledAmounts({ looks, rows }, currency.index);
  const isOut = ({ cells }: SampleRow, at: number): boolean => isNegativeAmount(cells[at] ?? '');
  const isWorth = (row: SampleRow, at: number): boolean =>
    isOut(row, at) && !isOut(row, amount.index) && hasWorth(row, amount.index);
  const other = looks.find(
    ({ header, negatives, numbers, filled, rows: count }, at) =>
      negatives > 0 &&
      numbers === filled &&
      ((numbers === count &&
        matchHeader(header, 'amount') > 0.5 &&
        rows.some((row) => isWorth(row, at))) ||
        isSettled?.(amount.index, [at]) === true),
  );
  if (other === undefined) return undefined;
  const [columns, others] = [looks[amount.index], other].map((look) => excerpt(look?.header ?? ''));
  return warning('amount_rival', { columns: `"${columns}"`, others: `"${others}"` });
}

/** Warns if a balance decided that the columns for money out and money in are the other way round than their headers say. */
export function swappedSidesWarning({ looks, choices }: Hypothesis): Warning | undefined {
  const [out = '', into = ''] = [choices.outflow, choices.inflow].map(
    (choice) => looks[choice?.index ?? -1]?.header ?? '',
  );
  const says = (header: string, side: 'outflow' | 'inflow'): boolean =>
    matchHeader(header, side) > 0.5;
  return says(out, 'inflow') && says(into, 'outflow')
    ? warning('amounts_swapped', { out: excerpt(out), in: excerpt(into) })
    : undefined;
}

/** The header of the days, if it does not name that of booking, and of a column with other days in some rows; undefined without one. */
export function otherDays({
  looks,
  rows,
  choices,
  header: { cells: headers },
}: Hypothesis): { column: string; other: string } | undefined {
  const taken = choices.date?.index ?? -1;
  const header = looks[taken]?.header ?? '';
  if (header === '' || namesBookingDay(header)) return undefined;
  const dayIn = ({ cells }: SampleRow, column: number): string => {
    const { [column]: cell = '' } = cells;
    return splitTime(cell)?.date ?? cell;
  };
  const shapeOf = (day: string): string => day.replace(/\d+/g, '0').replace(/\p{L}+/gu, 'a');
  const other = looks.findIndex((look, column) => {
    if (column === taken || look.dates * 2 < rows.length) return false;
    // Most statements have value dates, and a purchase is booked on one.
    if (isOtherDate(look.header) && !namesPurchase(header)) return false;
    // What is not booked yet has no second day.
    const filled = rows.filter((row) => /\d/.test(dayIn(row, column)));
    const pairs = filled.map((row) => [dayIn(row, taken), dayIn(row, column)] as const);
    const areAlike = pairs.every(([one, another]) => shapeOf(one) === shapeOf(another));
    return areAlike && pairs.some(([one, another]) => one !== another);
  });
  if (other < 0) return undefined;
  return { column: labelAt(headers, taken), other: labelAt(headers, other) };
}

/** What makes it doubtful that the amounts are money in the account's currency. */
export const amountDoubts = (found: Hypothesis): (Warning | undefined)[] => [
  fineAmountsWarning(found),
  currencyWordsWarning(found),
  splitDecimalsWarning(found),
];

/** Warns if every row has a cell more than the header, and two digits behind the amount: a comma that splits its decimals off. */
function splitDecimalsWarning({ separator, header, rows, choices }: Hypothesis) {
  const { amount } = choices;
  if (separator !== ',' || amount === undefined || rows.length === 0) return undefined;
  const isSplit = rows.every(
    ({ cells }) =>
      cells.length === header.cells.length + 1 && /^\d\d$/.test(cells[amount.index + 1] ?? ''),
  );
  if (!isSplit) return undefined;
  return warning('decimals_split', { column: excerpt(labelAt(header.cells, amount.index)) });
}

/** No money has five decimals. */
const FINE = /[.,]\d{4}\d*[1-9]/;

/** Warns of amounts with more decimals than money has, if no balance moves by them: they may be quantities. */
function fineAmountsWarning({ rows, choices, proof }: Hypothesis): Warning | undefined {
  const { amount, currency } = choices;
  if (amount === undefined || proof !== undefined) return undefined;
  const fine = rows.find(
    ({ cells }) =>
      FINE.test(cells[amount.index] ?? '') && !isOtherUnit(cells[currency?.index ?? -1] ?? ''),
  );
  return fine && warning('amounts_fine', { text: excerpt(fine.cells[amount.index] ?? '') });
}

/** Words for currencies, of which several may share one. */
const CURRENCY_WORDS =
  /(?<!\p{L})(?:(peso)s?|(dolar)(?:es)?|(dollar)s?|(euro)s?|(rea)(?:l|is)|(sol)es|(pound)s?|(franc)s?|(доллар)\p{L}*|(евро)|(рубл)\p{L}*)(?!\p{L})|(美元|美金)|(人民币)|(港币)|(日元)/u;

/** Warns of a column whose few texts name several currencies, if there is no column of codes. */
function currencyWordsWarning({ looks, choices }: Hypothesis): Warning | undefined {
  if (choices.currency !== undefined) return undefined;
  const wordOf = (text: string): string =>
    CURRENCY_WORDS.exec(plainWords(text))?.slice(1).find(Boolean) ?? '';
  const named = looks.find(({ values, filled, rows }) => {
    if (filled < rows || values.size < 2 || values.size > KINDS_MAX) return false;
    const words = new Set([...values].map(wordOf));
    return words.size > 1 && !words.has('');
  });
  return named && warning('currencies_by_words', { column: excerpt(named.header) });
}

/** More texts are those of bookings. */
const KINDS_MAX = 6;
