import { excerpt } from '../text.ts';
import { formatScaled } from './scaled-amount.ts';
import type { BalanceBreak, BalanceVerdict } from './balance-tally.ts';

const NAMED_MAX = 10;

/** Describes the rows whose balance does not follow from the one before; empty when all follow. */
export function balanceWarnings(
  { breaks, disagree }: Pick<BalanceVerdict, 'breaks' | 'disagree'>,
  header: string,
): string[] {
  const named = breaks.slice(0, NAMED_MAX).map((one) => describe(one, header));
  const left = disagree - named.length;
  return left <= 0
    ? named
    : [...named, `The balance does not follow in ${left} more rows (${disagree} in all).`];
}

function describe({ line, moved, amount }: BalanceBreak, header: string): string {
  const cause = causeOf(moved, amount);
  return `Line ${line}: the column "${excerpt(header)}" moves by ${formatScaled(moved)}, the amount is ${formatScaled(amount)}: a difference of ${formatScaled(moved - amount)}${cause}.`;
}

/** The usual cause of such a difference. */
function causeOf(moved: number, amount: number): string {
  if (moved === 0) return '; the row may be a duplicate';
  if (moved === -amount) return '; its sign may be wrong';
  if (amount === moved * 100 || moved === amount * 100)
    return '; its decimal separator may be lost';
  return '; a row may be missing or duplicated here';
}
