import type { SidePair } from './side.ts';

/** No score counts for more than this. Log odds. */
const SCORE_MAX = 30;
const ROUNDS = 80;

/** Two ends, each in one pair at most, and the log odds that they belong together if there were no other pairs. */
type ScoredEnds = SidePair & { readonly score: number };

/**
 * The probability of each pair, from 0 to 1, if each end belongs to one pair at most: considers all ways to pair the ends, weighted
 * by score. So a pair that leaves two others alone is less probable than one that lets them find each other. Ends exchange how free
 * they are until they agree (belief propagation on matchings: exact if the pairs form no cycle, and close to it otherwise); the
 * cost grows with the number of pairs.
 */
export function pairProbabilities(pairs: readonly ScoredEnds[]): number[] {
  const odds = pairs.map(({ score }) => Math.exp(Math.min(SCORE_MAX, score)));
  const outs = places(pairs.map(({ outflowId }) => outflowId));
  const ins = places(pairs.map(({ inflowId }) => inflowId));
  // How free the one end of a pair is of its other pairs.
  let outFree = pairs.map(() => 1);
  let inFree = pairs.map(() => 1);
  for (let round = 0; round < ROUNDS; round += 1) {
    const nextOut = freedom(odds, outs, inFree);
    const nextIn = freedom(odds, ins, outFree);
    // Moves only half way (geometrically); otherwise two that depend on each other would oscillate for ever.
    outFree = nextOut.map((next, pair) => Math.sqrt(next * (outFree[pair] ?? 1)));
    inFree = nextIn.map((next, pair) => Math.sqrt(next * (inFree[pair] ?? 1)));
  }
  return odds.map((each, pair) => {
    const weight = each * (outFree[pair] ?? 1) * (inFree[pair] ?? 1);
    return weight / (1 + weight);
  });
}

/** Numbers the ends: pairs with the same end get the same number. */
function places(ids: readonly string[]): number[] {
  const known = new Map<string, number>();
  return ids.map((id) => {
    const place = known.get(id) ?? known.size;
    known.set(id, place);
    return place;
  });
}

function freedom(
  odds: readonly number[],
  ends: readonly number[],
  otherFree: readonly number[],
): number[] {
  const wanted: number[] = [];
  const demand = odds.map((each, pair) => each * (otherFree[pair] ?? 1));
  ends.forEach((end, pair) => {
    wanted[end] = (wanted[end] ?? 0) + (demand[pair] ?? 0);
  });
  return ends.map((end, pair) => 1 / (1 + Math.max(0, (wanted[end] ?? 0) - (demand[pair] ?? 0))));
}
