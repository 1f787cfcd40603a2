import { Habits } from './habits.ts';
import { PairScores } from './score-pair.ts';
import type { PastSide, SidePair, TransferAccount } from './side.ts';

/**
 * A coincidence in the household's past is believed unless what is said of the two speaks against them, which it does as
 * much as it is believed at this score.
 */
const AGAINST = -3.5;

/** What the household's past shows, each pair of it judged by itself. `rejected`: those that a person rejected. */
export function learnHabits(
  accounts: readonly TransferAccount[],
  past: readonly PastSide[],
  rejected: readonly SidePair[],
): Habits {
  const alone = new PairScores(accounts, null);
  return new Habits(past, rejected, (outflow, inflow) => {
    const pair = { outflowId: outflow.id, inflowId: inflow.id };
    const score = alone.score(outflow, inflow, pair);
    return score === null ? 0 : 1 / (1 + Math.exp(AGAINST - score));
  });
}
