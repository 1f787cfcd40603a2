import { isNegativeAmount } from '../fields/amounts.ts';
import { directionOf } from './direction-words.ts';
import type { Direction } from './direction-words.ts';
import type { Hypothesis } from './hypotheses.ts';

/** How often the amounts with a word of direction have its sign, and how often the opposite one. */
export interface WordSigns {
  word: string;
  direction: Direction | undefined;
  agree: number;
  contradict: number;
}

/** The words of a column, and the signs of the amounts that come with each. */
export function signsByWord({ rows }: Hypothesis, amount: number, words: number): WordSigns[] {
  const tally = new Map<string, WordSigns>();
  for (const { cells } of rows) {
    const [word = '', cell = ''] = [cells[words], cells[amount]];
    if (!/[1-9]/.test(cell)) continue;
    const direction = directionOf(word);
    const signs = tally.get(word) ?? { word, direction, agree: 0, contradict: 0 };
    tally.set(word, signs);
    if (isNegativeAmount(cell) === (direction === 'out')) signs.agree += 1;
    else signs.contradict += 1;
  }
  return [...tally.values()];
}
