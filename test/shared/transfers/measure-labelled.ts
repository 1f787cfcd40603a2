import { addDays } from '../../../shared/days.ts';
import { negateDecimal } from '../../../shared/money.ts';
import { TRANSFER_WINDOW_DAYS } from '../../../shared/rules/transfer-kinds.ts';
import { learnHabits } from '../../../shared/transfers/learn-habits.ts';
import { judgePairs, type Verdicts } from '../../../shared/transfers/judge-pairs.ts';
import { RATE_TOLERANCE } from '../../../shared/transfers/score-pair.ts';
import {
  rateOf,
  type PastSide,
  type PossiblePair,
  type Side,
  type SidePair,
} from '../../../shared/transfers/side.ts';
import { RATES, type LabelledHousehold } from './labelled-household.ts';

/** What the judgement made of households whose transfers are known. */
export interface Measure {
  transfers: number;
  linked: number;
  linkedRight: number;
  suggested: number;
  suggestedRight: number;
  /** Pairs that were linked and are none. */
  readonly wrong: string[];
}

/** Judges the household of each seed. Rates between currencies are those that its transfers had. */
export function measureLabelled(
  seeds: readonly number[],
  make: (seed: number) => LabelledHousehold,
): Measure {
  const measure = {
    transfers: 0,
    linked: 0,
    linkedRight: 0,
    suggested: 0,
    suggestedRight: 0,
    wrong: [],
  };
  for (const seed of seeds) {
    const household = make(seed);
    const sides = new Map(household.sides.map((side) => [side.id, side]));
    const whole = new Set(sides.keys());
    const pairs = listPossiblePairs(household.sides);
    compare(
      household,
      sides,
      judgePairs(
        { sides, accounts: household.accounts, pairs, whole },
        learnHabits(household.accounts, pastOf(household.sides), []),
      ),
      measure,
    );
  }
  return measure;
}

/** What habits are learnt from: nothing is known yet. */
function pastOf(sides: readonly Side[]): PastSide[] {
  return sides.map((side) => ({ ...side, known: null }));
}

/** Pairs that fit, found in memory as the store finds them in an index. */
function listPossiblePairs(sides: readonly Side[]): PossiblePair[] {
  const arrivals = new Map<string, Side[]>();
  for (const side of sides) {
    if (side.amount.startsWith('-')) continue;
    arrivals.set(side.date, [...(arrivals.get(side.date) ?? []), side]);
  }
  const pairs: PossiblePair[] = [];
  for (const outflow of sides) {
    if (!outflow.amount.startsWith('-')) continue;
    for (let days = -TRANSFER_WINDOW_DAYS; days <= TRANSFER_WINDOW_DAYS; days += 1) {
      for (const inflow of arrivals.get(addDays(outflow.date, days)) ?? []) {
        const pair = { outflowId: outflow.id, inflowId: inflow.id };
        if (inflow.accountId === outflow.accountId) continue;
        if (inflow.currency === outflow.currency) {
          if (negateDecimal(inflow.amount) === outflow.amount) pairs.push(pair);
          continue;
        }
        const knownRate = (RATES[outflow.currency] ?? 1) / (RATES[inflow.currency] ?? 1);
        if (Math.abs(rateOf(outflow, inflow) / knownRate - 1) <= RATE_TOLERANCE) {
          pairs.push({ ...pair, knownRate });
        }
      }
    }
  }
  return pairs;
}

/** Transactions that differ in nothing stand for one another. */
function compare(
  household: LabelledHousehold,
  sides: ReadonlyMap<string, Side>,
  { certain, doubtful }: Verdicts,
  measure: Measure,
): void {
  const look = (id: string): string => {
    const side = sides.get(id);
    return side === undefined
      ? ''
      : [side.accountId, side.date, side.amount, side.currency, side.text].join(' ');
  };
  const name = ({ outflowId, inflowId }: SidePair): string =>
    `${look(outflowId)} > ${look(inflowId)}`;
  const left = new Map<string, number>();
  for (const [outflowId, inflowId] of household.truth) {
    const key = name({ outflowId, inflowId });
    left.set(key, (left.get(key) ?? 0) + 1);
  }
  const isRight = (pair: SidePair): boolean => {
    const count = left.get(name(pair)) ?? 0;
    if (count > 0) left.set(name(pair), count - 1);
    return count > 0;
  };
  measure.transfers += household.truth.size;
  measure.linked += certain.length;
  measure.suggested += doubtful.length;
  for (const pair of certain) {
    if (isRight(pair)) measure.linkedRight += 1;
    else measure.wrong.push(name(pair));
  }
  measure.suggestedRight += doubtful.filter(isRight).length;
}
