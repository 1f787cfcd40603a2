import { PairScores } from './score-pair.ts';
import type { PossiblePair, Side, SidePair, TransferAccount } from './side.ts';

/** Points that make a pair certain, once nothing else is as good. */
const CERTAIN_SCORE = 2.5;
/** One of several that fit together may have less. */
const LEAST_OF_SEVERAL = 1;
/** So much better than every other pair with either side: more than days can make up. */
const MARGIN = 2.5;
/** What speaks against a pair that passes over an account through which the same sum went. */
const PASSAGE = 4;
/** Below this a pair is not worth a question. */
const WORTH_A_QUESTION = -2;
/** Of one transaction, so many pairs are suggested, and only those that are about as likely. */
const SUGGESTED_MAX = 3;

/** What is known around the transactions that are judged. */
export interface Neighbourhood {
  readonly sides: ReadonlyMap<string, Side>;
  readonly accounts: readonly TransferAccount[];
  readonly pairs: readonly PossiblePair[];
  /** The sides all of whose pairs are among `pairs`. Of others none is certain. */
  readonly whole: ReadonlySet<string>;
}

export interface Verdicts {
  readonly certain: readonly SidePair[];
  readonly doubtful: readonly SidePair[];
}

interface Scored extends SidePair {
  readonly outflow: Side;
  readonly inflow: Side;
  readonly score: number;
}

/**
 * Decides which possible pairs are transfers, one to one, best first. A pair is certain when enough speaks for it and
 * every other pair with one of its sides is clearly less likely; equal sums that move between the same accounts keep
 * their order. What is likely and not certain is doubtful.
 */
export function judgePairs(neighbourhood: Neighbourhood): Verdicts {
  let open = bestFirst(withPassages(scorePairs(neighbourhood)));
  const certain: Scored[] = [];
  const take = (pairs: readonly Scored[]): void => {
    certain.push(...pairs);
    const taken = new Set(pairs.flatMap(({ inflowId, outflowId }) => [inflowId, outflowId]));
    open = open.filter(({ inflowId, outflowId }) => !taken.has(inflowId) && !taken.has(outflowId));
  };
  const mayLink = (pair: Scored): boolean =>
    !pair.inflow.pending &&
    !pair.outflow.pending &&
    neighbourhood.whole.has(pair.inflowId) &&
    neighbourhood.whole.has(pair.outflowId);
  for (;;) {
    const found = groupsOf(withoutOutclassed(open)).flatMap((group) => {
      const pairs = inOrder(group);
      return isCertain(pairs) && pairs.every(mayLink) ? pairs : [];
    });
    if (found.length === 0) break;
    take(found);
  }
  return { certain: certain.map(bare), doubtful: listDoubtful(open).map(bare) };
}

/** That several sums fit at once is no coincidence: together they are as likely as they are on average. */
function isCertain(pairs: readonly Scored[]): boolean {
  const scores = pairs.map(({ score }) => score);
  const sum = scores.reduce((total, score) => total + score, 0);
  return sum >= CERTAIN_SCORE * pairs.length && Math.min(...scores) >= LEAST_OF_SEVERAL;
}

function scorePairs({ sides, accounts, pairs }: Neighbourhood): Scored[] {
  const scores = new PairScores(accounts);
  return pairs.flatMap((pair) => {
    const outflow = sides.get(pair.outflowId);
    const inflow = sides.get(pair.inflowId);
    if (outflow === undefined || inflow === undefined) return [];
    const score = scores.score(outflow, inflow, pair);
    return score === null ? [] : [{ ...pair, outflow, inflow, score }];
  });
}

const bestFirst = (pairs: readonly Scored[]): Scored[] =>
  pairs.toSorted(
    (a, b) =>
      b.score - a.score || compare(a.outflowId, b.outflowId) || compare(a.inflowId, b.inflowId),
  );

/**
 * Money that goes on from where it arrived is four transactions of one sum. The first with the last would leave the two in
 * between, of one account, for which nothing else accounts.
 */
function withPassages(pairs: readonly Scored[]): Scored[] {
  const likely = pairs.filter(({ score }) => score >= WORTH_A_QUESTION);
  const arrivals = new Map<string, Side[]>();
  const departures = new Map<string, Side[]>();
  for (const { inflow, outflow } of likely) {
    getOrMake(arrivals, outflow.id, (): Side[] => []).push(inflow);
    getOrMake(departures, inflow.id, (): Side[] => []).push(outflow);
  }
  return pairs.map((pair) => {
    const between = new Set(
      (arrivals.get(pair.outflowId) ?? [])
        .filter(({ id }) => id !== pair.inflowId)
        .map(({ accountId }) => accountId),
    );
    const isPassage = (departures.get(pair.inflowId) ?? []).some(
      ({ id, accountId }) => id !== pair.outflowId && between.has(accountId),
    );
    return isPassage ? { ...pair, score: pair.score - PASSAGE } : pair;
  });
}

/**
 * The pairs that no other pair with one of their sides clearly beats. Of several departures that are alike each finds
 * an arrival of its own: the second best is beaten when it is far behind the second best.
 */
function withoutOutclassed(pairs: readonly Scored[]): Scored[] {
  const alike = new Map<string, Set<string>>();
  const scores = new Map<string, number[]>();
  for (const { inflow, outflow, score } of pairs) {
    for (const side of [inflow, outflow]) {
      getOrMake(alike, likeness(side), () => new Set<string>()).add(side.id);
      getOrMake(scores, side.id, (): number[] => []).push(score);
    }
  }
  const isOutclassed = (side: Side, score: number): boolean => {
    const twins = alike.get(likeness(side))?.size ?? 1;
    // Pairs come best first.
    const toBeat = scores.get(side.id)?.slice(0, twins).at(-1) ?? score;
    return toBeat - score >= MARGIN;
  };
  return pairs.filter(
    ({ inflow, outflow, score }) => !isOutclassed(inflow, score) && !isOutclassed(outflow, score),
  );
}

function getOrMake<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  const value = map.get(key) ?? make();
  map.set(key, value);
  return value;
}

/** Pairs that share sides, however indirectly. */
function groupsOf(pairs: readonly Scored[]): Scored[][] {
  const groupOf = new Map<string, Scored[]>();
  const groups = new Set<Scored[]>();
  for (const pair of pairs) {
    const joined: Scored[] = [pair];
    for (const id of [pair.inflowId, pair.outflowId]) {
      const group = groupOf.get(id);
      if (group === undefined || !groups.delete(group)) continue;
      joined.push(...group);
    }
    groups.add(joined);
    for (const { inflowId, outflowId } of joined) {
      groupOf.set(inflowId, joined);
      groupOf.set(outflowId, joined);
    }
  }
  return [...groups];
}

/**
 * The only way to pair a group, if there is one: a pair that stands alone; as many arrivals as departures between the
 * same two accounts, which arrive as they left; or equal ones on either side, which cannot be told apart. Else none.
 */
function inOrder(group: readonly Scored[]): Scored[] {
  const outflows = sidesOf(group.map(({ outflow }) => outflow));
  const inflows = sidesOf(group.map(({ inflow }) => inflow));
  if (outflows.length !== inflows.length) return [];
  const isOneWay =
    isSame(outflows, ({ accountId }) => accountId) && isSame(inflows, ({ accountId }) => accountId);
  if (!isOneWay && !isSame(outflows, likeness) && !isSame(inflows, likeness)) return [];
  const pairs = outflows.map((outflow, place) =>
    group.find((pair) => pair.outflow === outflow && pair.inflow === inflows[place]),
  );
  return pairs.every((pair) => pair !== undefined) ? pairs : [];
}

function sidesOf(sides: readonly Side[]): Side[] {
  return [...new Set(sides)].sort((a, b) => compare(a.date, b.date) || compare(a.id, b.id));
}

const isSame = (sides: readonly Side[], key: (side: Side) => string): boolean =>
  new Set(sides.map(key)).size <= 1;

/** Equal for transactions that differ in nothing. */
const likeness = ({ accountId, date, amount, currency, text }: Side): string =>
  JSON.stringify([accountId, date, amount, currency, text]);

/** The likeliest pairs of each side, those with pending transactions left out: they wait until they have posted. */
function listDoubtful(open: readonly Scored[]): Scored[] {
  const count = new Map<string, number>();
  return withoutOutclassed(open).filter(({ inflow, outflow, score }) => {
    if (score < WORTH_A_QUESTION || inflow.pending || outflow.pending) return false;
    const counts = [inflow.id, outflow.id].map((id) => count.get(id) ?? 0);
    if (counts.some((each) => each >= SUGGESTED_MAX)) return false;
    for (const id of [inflow.id, outflow.id]) count.set(id, (count.get(id) ?? 0) + 1);
    return true;
  });
}

const bare = ({ inflowId, outflowId }: Scored): SidePair => ({ inflowId, outflowId });

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
