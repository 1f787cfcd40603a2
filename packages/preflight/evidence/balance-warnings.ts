import { excerpt } from '../text.ts';
import { formatScaled } from './scaled-amount.ts';
import { warning } from '../warnings/warning.ts';
import type { Warning } from '../warnings/warning.ts';
import type { BalanceBreak, BalanceVerdict } from './balance-tally.ts';

const NAMED_MAX = 10;

/** Describes the rows whose balance does not follow from the one before; empty when all follow. */
export function balanceWarnings(
  { breaks, disagree }: Pick<BalanceVerdict, 'breaks' | 'disagree'>,
  header: string,
): Warning[] {
  const named = breaks.slice(0, NAMED_MAX).map((one) => describe(one, header));
  const left = disagree - named.length;
  return left <= 0 ? named : [...named, warning('balance_more', { count: left, total: disagree })];
}

function describe({ line, moved, amount }: BalanceBreak, header: string): Warning {
  return warning(`balance_${causeOf(moved, amount)}`, {
    line,
    column: excerpt(header),
    moved: formatScaled(moved),
    amount: formatScaled(amount),
    difference: formatScaled(moved - amount),
  });
}

/** The usual cause of such a difference. */
function causeOf(moved: number, amount: number) {
  if (moved === 0) return 'duplicate';
  if (moved === -amount) return 'sign';
  return amount === moved * 100 || moved === amount * 100 ? 'decimals' : 'gap';
}
