import { daysBetween } from '#preflight/days';
import { groupBy } from '../platform/group-by.ts';
import { TRANSFER_WINDOW_DAYS } from '#preflight/rules/transfer-kinds';
import { plain } from './read-wording.ts';
import { nearestRate, RATE_AGREEMENT, type KnownRate } from './rates.ts';
import { PARTNERS_MAX, rateOf, type PastSide, type SidePair } from './side.ts';

/** From these log odds on, a habit alone supports a transfer. */
const SPEAKS = 1;
/** No habit weighs more than this, however often it was seen. Log odds. */
const HABIT_MAX = 4;
/** How much others of the very same sum count towards a habit. */
const SAME_SUM = 0.5;
/** Bounds for the share of a household's transactions that are believed to have an opposite sum nearby. */
const [RAREST, COMMONEST] = [0.05, 0.5];
/** Nearest days first, and the later of two equally near ones: money arrives after it left. */
const NEARBY_DAYS = Array.from({ length: 2 * TRANSFER_WINDOW_DAYS + 1 }, (_, place) =>
  place % 2 === 0 ? -place / 2 : (place + 1) / 2,
);

/** The number of transactions, and how many of them seem to be transfers, weighted by probability. */
interface Count {
  all: number;
  met: number;
}

/** By sum: a sum that meets the same opposite every month is one coincidence or one habit, not twelve. */
type Counts = Map<string, Count>;

/** A transaction as judged by what became of others like it. */
type HabitSide = Omit<PastSide, 'date' | 'known'>;

/**
 * What a household's past says about transactions with the same wording, in any language. If sums with a text nearly always
 * reappear with the opposite sign in another account, the text is one of transfers; a shop's text hardly ever does so. A
 * transaction is never evidence for itself.
 */
export class Habits {
  /** The rates at which money moved between currencies. */
  readonly rates: readonly KnownRate[];
  readonly #texts = new Map<string, Counts>();
  readonly #words = new Map<string, Counts>();
  readonly #sums = new Map<string, Count>();
  readonly #bySign = new Map<string, Count>();
  readonly #met = new Map<string, number>();

  /**
   * `rejected`: pairs that a person rejected as transfers; similar wording is then believed less. `judge`: how likely a pair is
   * one, from 0 to 1, by the two alone. Wages as high as the rent meet it every month, and only this tells them apart.
   */
  constructor(
    past: readonly PastSide[],
    rejected: readonly SidePair[],
    judge: (outflow: PastSide, inflow: PastSide) => number,
    rates: readonly KnownRate[] = [],
  ) {
    this.rates = rates;
    const met = findMet(past, rejected, judge, rates);
    for (const side of past) {
      const has = met.get(side.id) ?? 0;
      this.#met.set(side.id, has);
      const sign = signOf(side);
      count(this.#bySign, sign, has);
      count(this.#sums, sumKey(side), has);
      const words = wordsOf(side.text);
      countBySum(this.#texts, textKey(side, words), side, has);
      for (const word of words) countBySum(this.#words, sign + word, side, has);
    }
  }

  /** Log odds from what became of the account's other transactions with the same words; null if there was none. */
  text(side: HabitSide): number | null {
    return this.#odds(side, this.#texts.get(textKey(side, wordsOf(side.text))));
  }

  /**
   * The mean and the least of the log odds of each word, 0 and infinity if the household has seen none; and whether some of the
   * words are new to it while others are not.
   */
  words(side: HabitSide): { mean: number; least: number; hasNew: boolean } {
    const words = wordsOf(side.text);
    const odds = words.flatMap((word) => this.#word(side, word) ?? []);
    return {
      mean: odds.reduce((sum, each) => sum + each, 0) / Math.max(1, odds.length),
      least: Math.min(Infinity, ...odds),
      hasNew: odds.length > 0 && odds.length < words.length,
    };
  }

  /** Whether its words, or its exact text, are those of the household's transfers. */
  speaksFor(side: HabitSide): boolean {
    return this.words(side).mean >= SPEAKS || (this.text(side) ?? 0) >= SPEAKS;
  }

  /** Whether a word of a side belongs to the household's transfers: a holder's name, a purpose. Null if it is new. */
  isOwnWord(side: HabitSide, word: string): boolean | null {
    const odds = this.#word(side, word);
    return odds === null ? null : odds >= SPEAKS;
  }

  #word(side: HabitSide, word: string): number | null {
    return this.#odds(side, this.#words.get(signOf(side) + word));
  }

  /** How many others of the account have the same sum but no opposite: such a sum more easily meets an opposite by chance. */
  unexplained(side: HabitSide): number {
    const { all, met } = this.#sums.get(sumKey(side)) ?? { all: 0, met: 0 };
    const own = this.#met.get(side.id);
    return own === undefined ? all - met : all - met - 1 + own;
  }

  #odds(side: HabitSide, counts: Counts | undefined): number | null {
    let [all, met] = [0, 0];
    for (const [sum, counted] of counts ?? []) {
      const own = sum === side.amount ? this.#met.get(side.id) : undefined;
      const others = own === undefined ? counted.all : counted.all - 1;
      if (others === 0) continue;
      const weight = sum === side.amount ? SAME_SUM : 1;
      all += weight;
      met += (weight * (counted.met - (own ?? 0))) / others;
    }
    if (all === 0) return null;
    const usual = this.#bySign.get(signOf(side)) ?? { all: 0, met: 0 };
    const share = Math.min(COMMONEST, Math.max(RAREST, usual.met / Math.max(1, usual.all)));
    const odds = logOdds((met + share) / (all + 1)) - logOdds(share);
    return Math.min(HABIT_MAX, Math.max(-HABIT_MAX, odds));
  }
}

function countBySum(counts: Map<string, Counts>, key: string, { amount }: HabitSide, met: number) {
  const bySum = counts.get(key) ?? new Map<string, Count>();
  counts.set(key, bySum);
  count(bySum, amount, met);
}

function count(counts: Map<string, Count>, key: string, met: number): void {
  const counted = counts.get(key) ?? { all: 0, met: 0 };
  counted.all += 1;
  counted.met += met;
  counts.set(key, counted);
}

/** How likely each is a transfer: because it is known as one, or by the likeliest of the opposite sums nearby in other accounts. */
function findMet(
  past: readonly PastSide[],
  rejected: readonly SidePair[],
  judge: (outflow: PastSide, inflow: PastSide) => number,
  rates: readonly KnownRate[],
): Map<string, number> {
  const met = new Map<string, number>();
  for (const { id, known } of past) if (known === 'transfer') met.set(id, 1);
  const arrived = past.filter((side) => side.known !== 'other' && signOf(side) === '+');
  const exact = groupBy(arrived, (side) => placeKey(side.currency, side.amount, dayOf(side)));
  const ofAnySum = groupBy(arrived, (side) => placeKey(side.currency, '', dayOf(side)));
  const no = new Set(rejected.map(({ outflowId, inflowId }) => `${outflowId} ${inflowId}`));
  const rejections = countRejections(past, rejected);
  for (const side of past) {
    if (side.known === 'other' || signOf(side) === '+') continue;
    for (const arrival of [...nearest(side, exact), ...atRates(side, ofAnySum, rates)]) {
      if (no.has(`${side.id} ${arrival.id}`)) continue;
      const habit = rejections.size === 0 ? '' : habitKey(side, arrival);
      const doubts = Math.max(0, rejections.get(habit) ?? 0);
      const likely = judge(side, arrival) / (1 + doubts) ** 2;
      for (const { id } of [side, arrival]) met.set(id, Math.max(likely, met.get(id) ?? 0));
    }
  }
  return met;
}

/**
 * How often a person rejected a pair with these accounts and words, beyond how often they accepted a transfer with the departure's
 * words: all such pairs are then doubted more. Rejecting the wrong partner of a transfer says nothing against its words.
 */
function countRejections(
  past: readonly PastSide[],
  rejected: readonly SidePair[],
): Map<string, number> {
  const counts = new Map<string, number>();
  if (rejected.length === 0) return counts;
  const byId = new Map(past.map((side) => [side.id, side]));
  const transfers = past.filter((side) => side.known === 'transfer');
  const accepted = groupBy(transfers, (side) => textKey(side, wordsOf(side.text)));
  for (const { outflowId, inflowId } of rejected) {
    const [outflow, inflow] = [byId.get(outflowId), byId.get(inflowId)];
    if (outflow === undefined || inflow === undefined) continue;
    if (outflow.known === 'transfer' || inflow.known === 'transfer') continue;
    const habit = habitKey(outflow, inflow);
    const offset = accepted.get(textKey(outflow, wordsOf(outflow.text)))?.length ?? 0;
    counts.set(habit, (counts.get(habit) ?? -offset) + 1);
  }
  return counts;
}

/** The arrivals of a departure's sum in other accounts, the nearest days first. */
function nearest(side: PastSide, arrivals: ReadonlyMap<string, readonly PastSide[]>): PastSide[] {
  const found: PastSide[] = [];
  const [amount, day] = [side.amount.slice(1), dayOf(side)];
  for (const days of NEARBY_DAYS) {
    for (const arrival of arrivals.get(placeKey(side.currency, amount, day + days)) ?? []) {
      if (arrival.accountId === side.accountId) continue;
      if (found.push(arrival) === PARTNERS_MAX) return found;
    }
  }
  return found;
}

/** The arrivals in other currencies that match a departure's value. */
function atRates(
  side: PastSide,
  arrivals: ReadonlyMap<string, readonly PastSide[]>,
  rates: readonly KnownRate[],
): PastSide[] {
  const currencies = new Set(rates.flatMap(({ from, to }) => (from === side.currency ? to : [])));
  return [...currencies].flatMap((currency) => {
    const rate = nearestRate(rates, [side.currency, currency], side);
    if (rate === null) return [];
    return NEARBY_DAYS.flatMap(
      (days) => arrivals.get(placeKey(currency, '', dayOf(side) + days)) ?? [],
    )
      .filter(
        (arrival) =>
          arrival.accountId !== side.accountId &&
          Math.abs(Math.log(rateOf(side, arrival) / rate)) <= RATE_AGREEMENT,
      )
      .slice(0, PARTNERS_MAX);
  });
}

/** Days since 1970. */
const dayOf = ({ date }: PastSide): number => daysBetween('1970-01-01', date);

const placeKey = (currency: string, amount: string, day: number): string =>
  `${currency}${amount} ${day}`;

const signOf = ({ amount }: { amount: string }): string => (amount.startsWith('-') ? '-' : '+');

const sumKey = ({ accountId, currency, amount }: HabitSide): string =>
  JSON.stringify([accountId, currency, amount]);

const textKey = (side: HabitSide, words: readonly string[]): string =>
  JSON.stringify([side.accountId, signOf(side), ...words]);

const habitKey = (outflow: HabitSide, inflow: HabitSide): string =>
  [outflow, inflow].map((side) => textKey(side, wordsOf(side.text))).join(' ');

/** Without numbers: these differ every time. */
const wordsOf = (text: string): string[] => [...new Set(plain(text).match(/\p{L}{2,}/gu))];

const logOdds = (share: number): number => Math.log(share / (1 - share));
