import { groupBy } from '../platform/group-by.ts';
import type { Habits } from './habits.ts';
import { pairProbabilities } from './pair-odds.ts';
import { PairScores } from './score-pair.ts';
import type { PossiblePair, Side, SidePair, TransferAccount } from './side.ts';

/** A pair is linked from this probability on. */
const CERTAIN = 0.95;
/** Below this a pair is not worth a question. */
const WORTH_A_QUESTION = 0.2;
/** How many pairs are suggested per transaction. */
const SUGGESTED_MAX = 3;

/** What is known about the surroundings of the transactions to judge. */
export interface Neighbourhood {
  readonly sides: ReadonlyMap<string, Side>;
  readonly accounts: readonly TransferAccount[];
  readonly pairs: readonly PossiblePair[];
  /** The sides whose pairs are all among `pairs`. Pairs of other sides are never certain. */
  readonly whole: ReadonlySet<string>;
}

export interface Verdicts {
  readonly certain: readonly SidePair[];
  readonly doubtful: readonly SidePair[];
}

interface Scored extends SidePair {
  readonly outflow: Side;
  readonly inflow: Side;
  /** As log odds. */
  readonly score: number;
  readonly isSupported: boolean;
}

interface Probable extends Scored {
  readonly probability: number;
}

/**
 * Decides which possible pairs are transfers, one to one, given the household's habits. A pair is certain if its probability is
 * high enough, considering what else its sides could be paired with; indistinguishable transactions can replace one another. Equal
 * sums alone never make a pair certain. Pairs that are likely but not certain are doubtful.
 */
export function judgePairs(neighbourhood: Neighbourhood, habits: Habits): Verdicts {
  const certain: SidePair[] = [];
  let open = withProbabilities(scorePairs(neighbourhood, habits));
  for (;;) {
    const found = oneToOne(
      groupAlike(open)
        .filter((alike) => isCertain(alike, neighbourhood.whole))
        .flat(),
    );
    if (found.length === 0) break;
    certain.push(...found.map(bare));
    // Judges the rest again without them.
    const taken = new Set(found.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]));
    open = withProbabilities(
      open.filter(({ inflowId, outflowId }) => !taken.has(inflowId) && !taken.has(outflowId)),
    );
  }
  return { certain, doubtful: listDoubtful(open).map(bare) };
}

/** Likeliest first. */
function withProbabilities(pairs: readonly Scored[]): Probable[] {
  const probabilities = pairProbabilities(pairs);
  return pairs
    .map((pair, place): Probable => ({ ...pair, probability: probabilities[place] ?? 0 }))
    .sort(
      (a, b) =>
        b.probability - a.probability ||
        compare(a.outflowId, b.outflowId) ||
        compare(a.inflowId, b.inflowId),
    );
}

function scorePairs({ sides, accounts, pairs }: Neighbourhood, habits: Habits): Scored[] {
  const scores = new PairScores(accounts, habits);
  return pairs.flatMap((pair) => {
    const outflow = sides.get(pair.outflowId);
    const inflow = sides.get(pair.inflowId);
    if (outflow === undefined || inflow === undefined) return [];
    const score = scores.score(outflow, inflow, pair);
    if (score === null) return [];
    return [{ ...pair, outflow, inflow, score: score.odds, isSupported: score.isSupported }];
  });
}

/** Groups pairs whose departures and arrivals are indistinguishable: it makes no difference which of them is linked. */
function groupAlike(pairs: readonly Probable[]): Probable[][] {
  const key = ({ outflow, inflow }: Probable) =>
    JSON.stringify([likeness(outflow), likeness(inflow)]);
  return [...groupBy(pairs, key).values()];
}

/** Whether as many of these pairs as their sides allow are transfers. */
function isCertain(alike: readonly Probable[], whole: ReadonlySet<string>): boolean {
  const expected = alike.reduce((sum, { probability }) => sum + probability, 0);
  const outflows = new Set(alike.map(({ outflow }) => outflow));
  const inflows = new Set(alike.map(({ inflow }) => inflow));
  const most = Math.min(outflows.size, inflows.size);
  const isSupported = alike.every((pair) => pair.isSupported);
  const mayLink = [...outflows, ...inflows].every(({ id, pending }) => !pending && whole.has(id));
  return isSupported && mayLink && expected >= CERTAIN * most;
}

function oneToOne(pairs: readonly Probable[]): Probable[] {
  const taken = new Set<string>();
  return pairs.filter(({ inflowId, outflowId }) => {
    if (taken.has(inflowId) || taken.has(outflowId)) return false;
    taken.add(inflowId).add(outflowId);
    return true;
  });
}

/** Equal for indistinguishable transactions. */
const likeness = ({ accountId, date, amount, currency, text }: Side): string =>
  JSON.stringify([accountId, date, amount, currency, text]);

/** The likeliest pairs of each side, without pending transactions, which wait until they have posted. */
function listDoubtful(open: readonly Probable[]): Probable[] {
  const count = new Map<string, number>();
  return open.filter(({ inflow, outflow, probability }) => {
    if (probability < WORTH_A_QUESTION || inflow.pending || outflow.pending) return false;
    const counts = [inflow.id, outflow.id].map((id) => count.get(id) ?? 0);
    if (counts.some((each) => each >= SUGGESTED_MAX)) return false;
    for (const id of [inflow.id, outflow.id]) count.set(id, (count.get(id) ?? 0) + 1);
    return true;
  });
}

const bare = ({ inflowId, outflowId }: Scored): SidePair => ({ inflowId, outflowId });

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
