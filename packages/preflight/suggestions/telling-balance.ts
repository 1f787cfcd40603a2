import { judgeAmountSign } from './amount-sign.ts';
import { followAmounts } from './prove-by-balance.ts';
import { hasSigns } from './score-columns.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { BalanceMoves } from './prove-by-balance.ts';

/** In both directions: with fewer moves, the words of the rows may be wrong for once. */
const MOVES_MIN = 2;

/**
 * The balance that alone tells on which side each amount is: the amounts have no sign, no column has words for it, and all rows
 * but the one that follows from nothing move it by exactly their amount. Undefined where something else tells.
 */
export function tellingBalance(found: Hypothesis): BalanceMoves<1 | -1> | undefined {
  const { choices, looks, rows } = found;
  const { amount, fee } = choices;
  if (amount === undefined || fee !== undefined || hasSigns(looks[amount.index])) return undefined;
  const followed = followAmounts(found);
  if (followed === undefined || followed.moves.size < rows.length - 1) return undefined;
  const ups = [...followed.moves.values()].filter((move) => move === 1).length;
  const isTold = Math.min(ups, followed.moves.size - ups) >= MOVES_MIN;
  return isTold && judgeAmountSign(found).typeColumn === undefined ? followed : undefined;
}
