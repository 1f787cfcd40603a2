import { isNegativeAmount } from '../fields/amounts.ts';
import { CARD_HEADER, MASKED_CARD } from './direction-words.ts';
import { matchHeader, plainWords } from './header-words.ts';
import { isFee } from './score-columns.ts';
import { asWritten, turned } from './sign.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { SampleRow } from './sample.ts';
import type { AmountSign } from './sign.ts';

/** Whoever writes a plus for one direction and a minus for the other says what came and what went. */
export function judgeByPlus({ rows }: Hypothesis, amount: number): AmountSign | undefined {
  const cells = rows.map((row) => row.cells[amount] ?? '').filter((cell) => /[1-9]/.test(cell));
  const marked = cells.filter((cell) => /\+/.test(cell)).length;
  const others = cells.filter((cell) => !isNegativeAmount(cell)).length;
  const isEach = marked > 0 && marked === others && others < cells.length;
  return isEach ? asWritten('distribution', 0.7) : undefined;
}

/** Judges by the signs alone: most people have many expenses and few incomes. */
export function judgeByDistribution(found: Hypothesis, amount: number): AmountSign {
  const look = found.looks[amount];
  if (look === undefined || look.numbers === 0) return asWritten('none', 0.3);
  const positives = look.numbers - look.negatives;
  const card = isCardStatement(found);
  if (look.negatives === 0) return card ? turned('distribution', 0.4) : asWritten('none', 0.3);
  if (card && positives >= look.negatives * 2) return turned('distribution', 0.6);
  // Of a few, most may be payments of its bill.
  if (card && look.numbers <= 3) return asWritten('none', 0.3);
  if (look.negatives >= positives) return asWritten('distribution', 0.7);
  // A file with mostly positive amounts may be income, or a card that writes spending as positive.
  return asWritten('none', 0.4);
}

/** Whether there is a header for a card, its holder or the merchant, or masked card numbers, but no fee per payment, as for shops. */
export function isCardStatement({ looks, rows, apart }: Hypothesis): boolean {
  if (looks.some((look) => isFee(look.header) && (look.numbers - look.zeros) * 2 > look.rows))
    return false;
  const isCard = (text: string): boolean => CARD_HEADER.test(plainWords(text));
  // The number of an account may be masked as well.
  const isMasked = ({ cells }: SampleRow): boolean =>
    cells.some((text) => MASKED_CARD.test(text)) &&
    !cells.some((text) => matchHeader(text, 'account') > 0);
  if (apart.some((row) => row.cells.some(isCard) || isMasked(row))) return true;
  const masked = looks.some(
    (_, index) =>
      rows.filter((row) => MASKED_CARD.test(row.cells[index] ?? '')).length * 2 > rows.length,
  );
  return masked || looks.some(({ header }) => isCard(header));
}
