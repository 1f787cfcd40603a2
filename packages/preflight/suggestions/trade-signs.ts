import { excerpt } from '../text.ts';
import { warning } from '../warnings/warning.ts';
import { directionOf, directionOfText } from './direction-words.ts';
import { plainWords } from './header-words.ts';
import { hasSigns } from './score-columns.ts';
import { asWritten } from './sign.ts';
import { signsByWord } from './word-signs.ts';
import type { AmountSign } from './sign.ts';
import type { Direction } from './direction-words.ts';
import type { Hypothesis } from './hypotheses.ts';
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
