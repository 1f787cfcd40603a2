import { excerpt } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { directionOf, directionOfText } from './direction-words.ts';
import { isNegativeAmount } from '../fields/amounts.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { hasSigns } from './score-columns.ts';
import { asWritten, turned } from './sign.ts';
import { signsByWord } from './word-signs.ts';
import { formatOf, roundedOf } from './worth-of-trades.ts';
import type { AmountSign } from './sign.ts';
import type { Direction } from './direction-words.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import type { WordSigns } from './word-signs.ts';

const TRADE =
  /(?<!\p{L})(?:buy|bought|sell|sold|(?:open|close) position|position (?:opened|closed))(?!\p{L})/u;
const CONFIDENCE = 0.5;

/**
 * Judges files of brokers that sign trades from the view of the investment, a purchase with a plus and a sale with a minus, next
 * to fees and dividends from the view of the account: a column of words then tells the direction of each row. Where a balance
 * says the same, sales may have a plus as well.
 */
export function judgeTrades(
  found: Hypothesis,
  amount: number,
  isBalanced?: (words: NonNullable<AmountSign['typeColumn']>) => boolean,
): AmountSign | undefined {
  if (!hasSigns(found.looks[amount])) return undefined;
  for (const [index, { values }] of found.looks.entries()) {
    if (![...values].some(isTrade)) continue;
    const all = signsByWord(found, amount, index);
    const trades = all.filter(({ word }) => isTrade(word));
    const others = all.filter((one) => !trades.includes(one));
    const isClear = all.every(({ agree, contradict }) => agree === 0 || contradict === 0);
    const said = others.filter(({ word }) => directionOfText(word) !== undefined);
    const areOthersRight =
      said.length > 0 && said.every((one) => directionOfText(one.word) === sideOf(one));
    const bought = trades.filter(({ direction }) => direction === 'out');
    // Sales have a plus where orders have no sign.
    const areTurned = [trades, bought].some(
      (words) => words.length > 0 && words.every(({ agree }) => agree === 0),
    );
    if (!isClear || !areOthersRight || (isBalanced === undefined && !areTurned)) continue;
    const wordsOf = (side: Direction): string =>
      all
        .filter((one) => (trades.includes(one) ? one.direction : sideOf(one)) === side)
        .map(({ word }) => word)
        .join('|');
    const against = trades.filter(({ agree }) => agree === 0);
    const words = against.map(({ word }) => `"${excerpt(word)}"`).join(', ');
    const typeColumn = { index, inflowValue: wordsOf('in'), outflowValue: wordsOf('out') };
    if (isBalanced?.(typeColumn) === false) continue;
    const sign = asWritten(isBalanced === undefined ? 'words' : 'balance', CONFIDENCE);
    return { ...sign, typeColumn, rival: warning('signs_by_words', { words }) };
  }
  return undefined;
}

const isTrade = (word: string): boolean =>
  TRADE.test(plainWords(word)) && directionOf(word) !== undefined;

/** The direction of a word's amounts by their sign. */
function sideOf({ direction, agree }: WordSigns): Direction {
  const isAsNamed = agree > 0;
  if (direction === 'out') return isAsNamed ? 'out' : 'in';
  return isAsNamed ? 'in' : 'out';
}

/** The money of a trade is its quantity times its price, give or take a fee. */
export const FEE_SHARE_MAX = 0.2;
/** Prices of bonds are percentages. */
const PERCENT = 100;
/** A single sale may be a correction. */
const TRADES_MIN = 2;

/**
 * Judges signed amounts next to signed quantities, where a plus is a purchase: money of the same sign is written from the view of the
 * investment. Other rows, as of dividends, may then have the sign of the account: that is only said.
 */
export function judgeByQuantities(found: Hypothesis, amount: number): AmountSign | undefined {
  const { looks, rows } = found;
  if (!hasSigns(looks[amount])) return undefined;
  const format = formatOf(rows, [amount]);
  const valueOf = ({ cells }: SampleRow, at: number): number =>
    roundedOf(cells[at] ?? '', format).value;
  const paid = rows.filter((row) => valueOf(row, amount) > 0);
  for (const [quantity, look] of looks.entries()) {
    if (!hasSigns(look) || matchHeader(look.header, 'qty') === 0) continue;
    const price = looks.findIndex(({ header }) => matchHeader(header, 'price') > 0);
    const trades = paid.filter((row) => {
      const product = valueOf(row, quantity) * valueOf(row, price);
      const fits = (worth: number): boolean =>
        worth > 0 && Math.abs(valueOf(row, amount) - worth) <= worth * FEE_SHARE_MAX;
      return fits(product) || fits(product / PERCENT);
    });
    const isOut = ({ cells }: SampleRow, at: number): boolean => isNegativeAmount(cells[at] ?? '');
    const alike = trades.filter((row) => isOut(row, quantity) === isOut(row, amount)).length;
    const isSold = trades.some((row) => isOut(row, quantity));
    if (!isSold || trades.length < TRADES_MIN) continue;
    if (alike === 0) return asWritten('words', 0.9);
    const column = excerpt(look.header);
    if (alike === paid.length)
      return { ...turned('words', 0.8), rival: warning('sign_by_quantities', { column }) };
    const rival = warning('signs_of_quantities', { column, count: alike, rows: paid.length });
    return { ...asWritten('none', 0), rival };
  }
  return undefined;
}
