import { daysBetween } from '../days.ts';
import { AccountNames, type NamedAccounts } from './account-names.ts';
import type { Habits } from './habits.ts';
import { contentWords, readWording, type Wording } from './read-wording.ts';
import { rateOf, type PossiblePair, type Side, type TransferAccount } from './side.ts';

/** Rates of one day differ by so much at most between banks, fees included. */
export const RATE_TOLERANCE = 0.1;

/**
 * What each piece of evidence adds to the log odds that two transactions are one transfer; see
 * docs/decisions/transfers-without-a-rule.md for where the figures are from. Of what is said of a side, each side counts.
 */
const WEIGHTS = {
  always: 0.3,
  /** Days from the money's leaving to its arriving. */
  day0: 0.8,
  day1: 0,
  day2: -0.2,
  day3: -0.4,
  day4: -0.6,
  /** It arrives before it leaves: each bank books on its own day. */
  early: -3,
  /** Words for moving money between one's own accounts, or towards an account of this kind. */
  ownWords: 1.8,
  /** Words for any payment from account to account. */
  transferWords: 0.6,
  /** Words for income, purchases, refunds and fees. */
  otherWords: -1.9,
  /** Words for another kind of account than this one: a card is not paid into savings. */
  misfitWords: -0.5,
  /** The text names the other account by its number, by a word of its name, or names a third one. */
  namedByNumber: 2,
  namedByWord: 0.7,
  namedThird: -2,
  /** Money that leaves a card is a purchase, most of the time. */
  fromCard: -1,
  fromLoan: -1,
  toCard: 0.3,
  toLoan: 0.7,
  oddAccount: -2,
  savings: 1.2,
  investment: 0.7,
  /** What both texts say besides a bank's words: the holder's name or a purpose; without words for a transfer, a shop. */
  sharedContent: 0.8,
  sharedShop: -0.5,
  disjointContent: -0.9,
  contentOnOneSide: 0.3,
  digits1: -0.3,
  digits2: 0,
  digits3: 0.3,
  digits4: 0.6,
  digits5: 1.2,
  habitOfTextOut: 0.9,
  habitOfTextIn: 0.7,
  leastHabitOfWords: 0.4,
  meanHabitOfWords: 0.8,
  unexplainedSums: -0.7,
  /** Of two currencies. */
  statedAmount: 2,
  unknownRate: -2.5,
  rateWithin2: 1,
  rateWithin5: 0,
  rateWithin10: -1,
} as const;

/** What a score goes by. */
type ScoredSide = Omit<Side, 'pending'>;

type Evidence = Partial<Record<keyof typeof WEIGHTS, number>>;

/** The account of a side. */
type End = TransferAccount & { readonly isSavings: boolean };

interface Reading {
  readonly wording: Wording;
  readonly named: NamedAccounts;
  /** Words besides those that banks use for transfers. */
  readonly content: ReadonlySet<string>;
  /** The account has had no other transaction with these words. */
  readonly isNew: boolean;
  readonly habits: Evidence;
}

/** How likely two transactions are one transfer, as log odds, other pairs left aside. */
export class PairScores {
  readonly #accounts: ReadonlyMap<string, End>;
  readonly #names: AccountNames;
  readonly #habits: Habits | null;
  readonly #readings = new Map<string, Reading>();
  readonly #texts = new Map<string, Pick<Reading, 'wording' | 'content'>>();

  /** `habits`: null where none are known yet. */
  constructor(accounts: readonly TransferAccount[], habits: Habits | null) {
    this.#accounts = new Map(
      accounts.map((account) => [account.id, { ...account, isSavings: isSavings(account) }]),
    );
    this.#names = new AccountNames(accounts);
    this.#habits = habits;
  }

  /** Null: they are no transfer whatever else is said. */
  score(outflow: ScoredSide, inflow: ScoredSide, { knownRate }: PossiblePair): number | null {
    const from = this.#accounts.get(outflow.accountId);
    const to = this.#accounts.get(inflow.accountId);
    if (from === undefined || to === undefined) return null;
    const [out, into] = [this.#read(outflow), this.#read(inflow)];
    const sums =
      outflow.currency === inflow.currency
        ? ofDigits(inflow.amount)
        : ofRates(outflow, inflow, knownRate ?? null, speaksForIt(out) && speaksForIt(into));
    if (sums === null) return null;
    return (
      WEIGHTS.always +
      weigh(ofDays(daysBetween(outflow.date, inflow.date))) +
      weighText(out, from, to, to) +
      weighText(into, from, to, from) +
      weigh(ofAccounts(from, to)) +
      weigh(ofContent(out, into)) +
      weigh(out.habits) +
      weigh(into.habits) +
      weigh(sums)
    );
  }

  #read(side: ScoredSide): Reading {
    let reading = this.#readings.get(side.id);
    if (reading === undefined) {
      const habit = this.#habits?.text(side) ?? null;
      reading = {
        ...this.#readText(side.text),
        named: this.#names.namedIn(side.text, side.accountId),
        isNew: habit === null,
        habits: this.#habits === null ? {} : ofHabits(this.#habits, side, habit ?? 0),
      };
      this.#readings.set(side.id, reading);
    }
    return reading;
  }

  /** Many transactions have the same text. */
  #readText(text: string): Pick<Reading, 'wording' | 'content'> {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const read = { wording: readWording(text), content: new Set(contentWords(text)) };
    this.#texts.set(text, read);
    return read;
  }
}

function weigh(evidence: Evidence): number {
  let all = 0;
  for (const name in evidence) {
    const key = name as keyof Evidence;
    all += WEIGHTS[key] * (evidence[key] ?? 0);
  }
  return all;
}

function ofDays(days: number): Evidence {
  const names = ['day0', 'day1', 'day2', 'day3', 'day4'] as const;
  const name = names[Math.abs(days)] ?? 'day4';
  return days < 0 ? { [name]: 1, early: 1 } : { [name]: 1 };
}

/** What words mean in general counts twice where the household itself has not shown yet what they mean. */
function weighText({ wording, named, isNew }: Reading, from: End, to: End, other: End): number {
  return (isNew ? 2 : 1) * (weigh(ofWords(wording, from, to)) + weigh(ofNames(named, other)));
}

function speaksForIt({ wording: { own, transfer, towards } }: Reading): boolean {
  return own || transfer || towards.size > 0;
}

function ofWords({ own, transfer, towards, other }: Wording, from: End, to: End): Evidence {
  const fits =
    (towards.has('card') && isCard(to)) ||
    (towards.has('loan') && to.type === 'Loan') ||
    (towards.has('savings') && (to.isSavings || from.isSavings)) ||
    (towards.has('investment') && (isInvestment(to) || isInvestment(from)));
  if (own || fits) return { ownWords: 1 };
  if (other) return { otherWords: 1 };
  if (towards.size > 0 && !transfer) return { misfitWords: 1 };
  return transfer ? { transferWords: 1 } : {};
}

function ofNames(named: NamedAccounts, other: TransferAccount): Evidence {
  if (named.size === 0) return {};
  const how = named.get(other.id);
  if (how === undefined) return { namedThird: 1 };
  return how === 'number' ? { namedByNumber: 1 } : { namedByWord: 1 };
}

function ofAccounts(from: End, to: End): Evidence {
  const isOdd = ({ type }: TransferAccount): boolean =>
    ['Property', 'Vehicle', 'OtherAsset'].includes(type);
  return {
    oddAccount: Number(isOdd(from) || isOdd(to)),
    fromCard: Number(isCard(from)),
    fromLoan: Number(from.type === 'Loan'),
    toCard: Number(isCard(to)),
    toLoan: Number(to.type === 'Loan'),
    savings: Number(from.isSavings || to.isSavings),
    investment: Number(isInvestment(from) || isInvestment(to)),
  };
}

function ofContent(out: Reading, into: Reading): Evidence {
  if (out.content.size === 0 && into.content.size === 0) return {};
  if (out.content.size === 0 || into.content.size === 0) return { contentOnOneSide: 1 };
  if (![...out.content].some((word) => into.content.has(word))) return { disjointContent: 1 };
  const isMoved = [out, into].some(({ wording }) => wording.own || wording.transfer);
  // A shop hardly ever meets an opposite sum, the holder's name often does.
  const isHabit = [out, into].every(({ habits }) => (habits.meanHabitOfWords ?? 0) >= 1);
  return isMoved || isHabit ? { sharedContent: 1 } : { sharedShop: 1 };
}

function ofHabits(habits: Habits, side: ScoredSide, text: number): Evidence {
  const words = habits.words(side);
  return {
    [side.amount.startsWith('-') ? 'habitOfTextOut' : 'habitOfTextIn']: text,
    leastHabitOfWords: words?.least ?? 0,
    meanHabitOfWords: words?.mean ?? 0,
    unexplainedSums: Math.log1p(habits.unexplained(side)),
  };
}

/** Many purchases cost 20.00; few cost 1,234.56. */
function ofDigits(amount: string): Evidence {
  const digits = /[1-9](?:\d*[1-9])?/.exec(amount.replaceAll(/[-.]/g, ''))?.[0].length ?? 0;
  const names = ['digits1', 'digits1', 'digits2', 'digits3', 'digits4'] as const;
  return { [names[digits] ?? 'digits5']: 1 };
}

/**
 * Of two currencies. A rate of the household's own transfers decides; where there is none, or it is far off, only an
 * amount that the other side's text states, or words on both sides, make a pair worth a question.
 */
function ofRates(
  outflow: ScoredSide,
  inflow: ScoredSide,
  knownRate: number | null,
  speaksForIt: boolean,
): Evidence | null {
  const states =
    statesAmount(outflow.text, inflow.amount) || statesAmount(inflow.text, outflow.amount);
  if (states) return { statedAmount: 1 };
  if (knownRate === null) return speaksForIt ? { unknownRate: 1 } : null;
  const deviation = Math.abs(rateOf(outflow, inflow) / knownRate - 1);
  if (deviation > RATE_TOLERANCE) return null;
  const within =
    deviation <= 0.02 ? 'rateWithin2' : deviation <= 0.05 ? 'rateWithin5' : 'rateWithin10';
  return { [within]: 1 };
}

/** Whether a text holds an amount, with whatever separators. */
function statesAmount(text: string, amount: string): boolean {
  const wanted = Number(amount.replace('-', ''));
  if (wanted < 1) return false;
  return (text.match(/\d[\d.,'’ ]*/g) ?? []).some((number) => {
    const [, whole = '', cents = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(number.trim()) ?? [];
    return Number(`${whole.replaceAll(/\D/g, '')}.${cents === '' ? '0' : cents}`) === wanted;
  });
}

const isCard = ({ type }: TransferAccount): boolean =>
  type === 'CreditCard' || type === 'OtherLiability';
const isInvestment = ({ type }: TransferAccount): boolean =>
  type === 'Investment' || type === 'Crypto';
const isSavings = ({ type, subtype, name }: TransferAccount): boolean =>
  type === 'Depository' &&
  (/saving|cd|money_market/.test(subtype ?? '') || readWording(name).towards.has('savings'));
