import { addDays } from '#preflight/days';
import { negateDecimal } from '#preflight/money';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import type { Habits } from '../../../shared/transfers/habits.ts';
import { judgePairs, type Verdicts } from '../../../shared/transfers/judge-pairs.ts';
import { learnHabits } from '../../../shared/transfers/learn-habits.ts';
import { sumsAcross } from '../../../shared/transfers/rates.ts';
import type { PossiblePair, Side, SidePair } from '../../../shared/transfers/side.ts';
import type { LabelledHousehold } from './household.ts';

interface Counts {
  transfers: number;
  linked: number;
  linkedRight: number;
  suggested: number;
  suggestedRight: number;
}

/** What the judgement made of households whose transfers are known. */
export interface Measure {
  readonly within: Counts;
  /** Of two currencies. */
  readonly across: Counts;
  /** Pairs that were linked and are none. */
  readonly wrong: string[];
}

const none = (): Counts => ({
  transfers: 0,
  linked: 0,
  linkedRight: 0,
  suggested: 0,
  suggestedRight: 0,
});

/** Judges the household of each seed, about which nothing was known: no habit, no rate. */
export function measureLabelled(
  seeds: readonly number[],
  make: (seed: number) => LabelledHousehold,
): Measure {
  const measure: Measure = { within: none(), across: none(), wrong: [] };
  for (const seed of seeds) {
    const household = make(seed);
    const sides = new Map(household.sides.map((side) => [side.id, side]));
    const past = household.sides.map((side) => ({ ...side, known: null }));
    const habits = learnHabits(household.accounts, past, []);
    const pairs = listPossiblePairs(household.sides, habits);
    const whole = new Set(sides.keys());
    const verdicts = judgePairs({ sides, accounts: household.accounts, pairs, whole }, habits);
    compare(household, sides, verdicts, measure);
  }
  return measure;
}

/** Pairs that fit, found in memory as the store finds them in an index: from either of their sides. */
function listPossiblePairs(sides: readonly Side[], habits: Habits): PossiblePair[] {
  const byDay = new Map<string, Side[]>();
  for (const side of sides) byDay.set(side.date, [...(byDay.get(side.date) ?? []), side]);
  const currencies = new Set(sides.map(({ currency }) => currency));
  const pairs = new Map<string, PossiblePair>();
  for (const side of sides) {
    const opposite = negateDecimal(side.amount);
    const isOut = side.amount.startsWith('-');
    const across = new Map(
      [...currencies].map((code) => [code, sumsAcross(side, code, [], habits)]),
    );
    for (let days = -TRANSFER_WINDOW_DAYS; days <= TRANSFER_WINDOW_DAYS; days += 1) {
      for (const other of byDay.get(addDays(side.date, days)) ?? []) {
        if (other.accountId === side.accountId || other.amount.startsWith('-') === isOut) continue;
        const [outflowId, inflowId] = isOut ? [side.id, other.id] : [other.id, side.id];
        const key = `${outflowId} ${inflowId}`;
        if (other.currency === side.currency) {
          if (other.amount === opposite) pairs.set(key, { outflowId, inflowId });
          continue;
        }
        const sums = across.get(other.currency) ?? null;
        const sum = Math.abs(Number(other.amount));
        if (sums === null || sum < sums.least || sum > sums.most) continue;
        pairs.set(key, { outflowId, inflowId, knownRate: sums.knownRate });
      }
    }
  }
  return [...pairs.values()];
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
  const countsOf = ({ outflowId, inflowId }: SidePair): Counts =>
    sides.get(outflowId)?.currency === sides.get(inflowId)?.currency
      ? measure.within
      : measure.across;
  const left = new Map<string, number>();
  for (const [outflowId, inflowId] of household.truth) {
    const pair = { outflowId, inflowId };
    left.set(name(pair), (left.get(name(pair)) ?? 0) + 1);
    countsOf(pair).transfers += 1;
  }
  const isRight = (pair: SidePair): boolean => {
    const count = left.get(name(pair)) ?? 0;
    if (count > 0) left.set(name(pair), count - 1);
    return count > 0;
  };
  for (const pair of certain) {
    countsOf(pair).linked += 1;
    if (isRight(pair)) countsOf(pair).linkedRight += 1;
    else measure.wrong.push(name(pair));
  }
  for (const pair of doubtful) {
    countsOf(pair).suggested += 1;
    if (isRight(pair)) countsOf(pair).suggestedRight += 1;
  }
}
