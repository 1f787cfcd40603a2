import { Habits } from './habits.ts';
import { learnRates } from './rates.ts';
import { PairScores } from './score-pair.ts';
import { rateOf, type PastSide, type SidePair, type TransferAccount } from './side.ts';

/** A past coincidence is believed unless other evidence about the two speaks against it. At this score it is even. */
const AGAINST = -3.5;

/** Learns from the household's past, judging each pair on its own. `rejected`: pairs that a person rejected. */
export function learnHabits(
  accounts: readonly TransferAccount[],
  past: readonly PastSide[],
  rejected: readonly SidePair[],
): Habits {
  const alone = new PairScores(accounts, null);
  const judge = (outflow: PastSide, inflow: PastSide): number => {
    const pair = { outflowId: outflow.id, inflowId: inflow.id, knownRate: rateOf(outflow, inflow) };
    const score = alone.score(outflow, inflow, pair);
    return score === null ? 0 : 1 / (1 + Math.exp(AGAINST - score.odds));
  };
  return new Habits(past, rejected, judge, learnRates(past, judge));
}
