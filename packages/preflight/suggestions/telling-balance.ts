import { judgeAmountSign } from './amount-sign.ts';
import { followAmounts } from './prove-by-balance.ts';
import { hasSigns } from './score-columns.ts';
import type { Hypothesis } from './hypotheses.ts';
import type { BalanceMoves } from './prove-by-balance.ts';

/** In both directions: with fewer moves, the words of the rows may be wrong for once. */
const MOVES_MIN = 2;

/**
 * The balance that alone tells on which side each amount is: the amounts have no sign, no column has words for it, and all rows
 * but the one that follows from nothing move it by exactly their amount. Undefined where something else tells, where there are
 * several accounts, and where texts contradict, as they do if the balance is what the holder of a card owes.
 */
export function tellingBalance(found: Hypothesis): BalanceMoves<1 | -1> | undefined {
  const { choices, looks, rows } = found;
  const { amount, fee, account, currency } = choices;
  const look = looks[amount?.index ?? -1];
  if (amount === undefined || look === undefined || fee !== undefined || hasSigns(look))
    return undefined;
  const isOne = (at = -1): boolean => (looks[at]?.values.size ?? 0) < 2;
  const followed = followAmounts(found);
  if (followed === undefined || followed.moves.size < rows.length - 1) return undefined;
  if (!isOne(account?.index) || !isOne(currency?.index)) return undefined;
  const { moves } = followed;
  const negatives = [...moves.values()].filter((move) => move === -1).length;
  const isTold = Math.min(negatives, moves.size - negatives) >= MOVES_MIN;
  if (!isTold || judgeAmountSign(found).typeColumn !== undefined) return undefined;
  const signed = rows.map(({ line, cells }) => {
    const text = cells[amount.index] ?? '';
    return { line, cells: moves.get(line) === -1 ? cells.with(amount.index, `-${text}`) : cells };
  });
  // What the balance proves about the amounts without their signs is no evidence here.
  const { proof: _, ...unproven } = found;
  const judged = judgeAmountSign({
    ...unproven,
    rows: signed,
    looks: looks.with(amount.index, { ...look, negatives }),
  });
  const isAgreed = judged.rival === undefined && judged.signage === 'inflows_positive';
  return isAgreed ? followed : undefined;
}
