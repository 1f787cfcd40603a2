import { daysBetween } from '#preflight/days';
import { AccountNames, type NamedAccounts } from './account-names.ts';
import type { Habits } from './habits.ts';
import { contentWords, readWording, type Wording } from './read-wording.ts';
import { RATE_TOLERANCE } from './rates.ts';
import { rateOf, type PastSide, type PossiblePair, type TransferAccount } from './side.ts';

/**
 * What each piece of evidence adds to the log odds that two transactions are one transfer;
 * docs/decisions/transfers-without-a-rule.md says where the figures come from. Evidence about a side counts for each side.
 */
const WEIGHTS = {
  always: 0.4,
  /** Days from departure to arrival. */
  day0: 1,
  day1: 0.6,
  day2: -0.1,
  day3: -0.1,
  day4: -1,
  /** It arrives before it leaves: each bank books on its own day. */
  early: -4,
  /** Words for moving money between one's own accounts, or towards an account of this kind. */
  ownWords: 1.8,
  /** Words for any payment from account to account. */
  transferWords: 0.6,
  /** Words for income, purchases, refunds and fees. */
  otherWords: -1.9,
  /** The text names the other account by its number or by a word of its name, or a third account by its number. */
  namedByNumber: 2,
  namedByWord: 1.2,
  namedThird: -2,
  /** Money that leaves a card is usually a purchase. */
  fromCard: -1.7,
  fromLoan: -1,
  toLoan: 1.2,
  oddAccount: -2,
  investment: 0.8,
  /** Two different names; or a shared name that occurs in no transfer of the household: a friend, a shop. */
  disjointContent: -1.8,
  sharedOther: -2.6,
  contentOnOneSide: -0.6,
  /** Many purchases cost 20.00, few cost 123.00 or 1,234.56: counts the digits without leading and trailing zeros. */
  someDigits: 0.4,
  manyDigits: 1.4,
  habitOfTextOut: 0.9,
  habitOfTextIn: 0.4,
  meanHabitOfWords: 0.8,
  /** A word whose sums meet no opposite, or a word that the household has never seen, among others it knows: a stranger's name. */
  strangerOfWords: 1.6,
  newWords: -1.5,
  unexplainedSums: -0.4,
  /** Of two currencies. */
  statedAmount: 2,
  unknownRate: -2.7,
  rateWithin2: 0.4,
  rateWithin5: -0.8,
  rateWithin10: -3,
} as const;

/** A stranger's name counts for no more than this. Log odds. */
const STRANGER_MAX = 2;

type ScoredSide = Omit<PastSide, 'known'>;

type Evidence = Partial<Record<keyof typeof WEIGHTS, number>>;

type End = TransferAccount & { readonly isSavings: boolean };

interface Reading {
  readonly wording: Wording;
  readonly named: NamedAccounts;
  /** Words other than those that banks use for transfers. */
  readonly content: ReadonlySet<string>;
  /** Transfer words, or a habit of the household, support a transfer. */
  readonly speaksForIt: boolean;
  /** A word other than the bank's is new to the household. */
  readonly namesStranger: boolean;
  /** Whether a word occurs in the household's own transfers. */
  readonly isOwnWord: (word: string) => boolean;
  /** The account has had no other transaction with these words. */
  readonly isNew: boolean;
  readonly habits: Evidence;
}

/** What two transactions say by themselves, regardless of other pairs. */
interface PairScore {
  /** The log odds that they are one transfer. */
  readonly odds: number;
  /** Words, an account's name or a habit support it, not only equal sums. */
  readonly isSupported: boolean;
}

/** Weighs the evidence for and against pairs of transactions. */
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

  /** Null: they are no transfer, whatever the other evidence. */
  score(outflow: ScoredSide, inflow: ScoredSide, { knownRate }: PossiblePair): PairScore | null {
    const from = this.#accounts.get(outflow.accountId);
    const to = this.#accounts.get(inflow.accountId);
    if (from === undefined || to === undefined) return null;
    const [out, into] = [this.#read(outflow), this.#read(inflow)];
    const sums =
      outflow.currency === inflow.currency
        ? ofDigits(inflow.amount)
        : ofRates(outflow, inflow, knownRate ?? null, out.speaksForIt && into.speaksForIt);
    if (sums === null) return null;
    const odds =
      WEIGHTS.always +
      weigh(ofDays(daysBetween(outflow.date, inflow.date))) +
      weighText(out, from, to, to) +
      weighText(into, from, to, from) +
      weigh(ofAccounts(from, to)) +
      weigh(ofContent(out, into)) +
      weigh(out.habits) +
      weigh(into.habits) +
      weigh(sums);
    return { odds, isSupported: isSupported(out, into, from, to) };
  }

  #read(side: ScoredSide): Reading {
    let reading = this.#readings.get(side.id);
    if (reading === undefined) {
      const habits = this.#habits;
      const habit = habits?.text(side) ?? null;
      const text = this.#readText(side.text);
      const { own, transfer, towards } = text.wording;
      const speaks = own || transfer || towards.size > 0;
      reading = {
        ...text,
        speaksForIt: speaks || (habits?.speaksFor(side) ?? false),
        namesStranger: [...text.content].some(
          (word) => (habits?.isOwnWord(side, word) ?? null) === null,
        ),
        isOwnWord: (word) => habits?.isOwnWord(side, word) ?? (own || transfer),
        named: this.#names.namedIn(side.text, side.accountId),
        isNew: habit === null,
        habits: habits === null ? {} : ofHabits(habits, side, habit ?? 0),
      };
      this.#readings.set(side.id, reading);
    }
    return reading;
  }

  /** Cached, because many transactions have the same text. */
  #readText(text: string): Pick<Reading, 'wording' | 'content'> {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    const read = { wording: readWording(text), content: new Set(contentWords(text)) };
    this.#texts.set(text, read);
    return read;
  }
}

/** Words for any payment, and the bank's habitual ones, are not enough if one of two names is a stranger's. */
function isSupported(out: Reading, into: Reading, from: End, to: End): boolean {
  const sides = [out, into];
  if (out.named.has(to.id) || into.named.has(from.id)) return true;
  if (sides.some(({ wording: { own, towards } }) => own || towards.size > 0)) return true;
  const isDifferent = ofContent(out, into).disjointContent === 1;
  if (isDifferent && sides.some(({ namesStranger }) => namesStranger)) return false;
  return sides.some(({ speaksForIt }) => speaksForIt);
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

/** The general meaning of words counts twice if the household itself has not shown yet what they mean. */
function weighText({ wording, named, isNew }: Reading, from: End, to: End, other: End): number {
  return (isNew ? 2 : 1) * (weigh(ofWords(wording, from, to)) + weigh(ofNames(named, other)));
}

function ofWords({ own, transfer, towards, other }: Wording, from: End, to: End): Evidence {
  const fits =
    (towards.has('card') && isCard(to)) ||
    (towards.has('loan') && to.type === 'Loan') ||
    (towards.has('savings') && (to.isSavings || from.isSavings)) ||
    (towards.has('investment') && (isInvestment(to) || isInvestment(from)));
  if (own || fits) return { ownWords: 1 };
  if (other) return { otherWords: 1 };
  return transfer ? { transferWords: 1 } : {};
}

function ofNames(named: NamedAccounts, other: TransferAccount): Evidence {
  if (named.size === 0) return {};
  const how = named.get(other.id);
  if (how === undefined) return { namedThird: Number([...named.values()].includes('number')) };
  return how === 'number' ? { namedByNumber: 1 } : { namedByWord: 1 };
}

function ofAccounts(from: End, to: End): Evidence {
  const isOdd = ({ type }: TransferAccount): boolean =>
    ['Property', 'Vehicle', 'OtherAsset'].includes(type);
  return {
    oddAccount: Number(isOdd(from) || isOdd(to)),
    fromCard: Number(isCard(from)),
    fromLoan: Number(from.type === 'Loan'),
    toLoan: Number(to.type === 'Loan'),
    investment: Number(isInvestment(from) || isInvestment(to)),
  };
}

/**
 * Names and purposes in the texts, besides the bank's words. What both texts name is the household's own if its habits, or a bank's
 * words, say so: a holder, a purpose. Otherwise it is a friend who lends and returns, or a shop and its refund.
 */
function ofContent(out: Reading, into: Reading): Evidence {
  if (out.content.size === 0 && into.content.size === 0) return {};
  if (out.content.size === 0 || into.content.size === 0) return { contentOnOneSide: 1 };
  const shared = [...out.content].filter((word) => into.content.has(word));
  if (shared.length === 0) return { disjointContent: 1 };
  return shared.some((word) => out.isOwnWord(word) || into.isOwnWord(word))
    ? {}
    : { sharedOther: 1 };
}

function ofHabits(habits: Habits, side: ScoredSide, text: number): Evidence {
  const { mean, least, hasNew } = habits.words(side);
  return {
    [side.amount.startsWith('-') ? 'habitOfTextOut' : 'habitOfTextIn']: text,
    meanHabitOfWords: mean,
    newWords: Number(hasNew),
    strangerOfWords: Math.max(-STRANGER_MAX, Math.min(0, least)),
    unexplainedSums: Math.log1p(habits.unexplained(side)),
  };
}

function ofDigits(amount: string): Evidence {
  const digits = /[1-9](?:\d*[1-9])?/.exec(amount.replaceAll(/[-.]/g, ''))?.[0].length ?? 0;
  return digits < 3 ? {} : digits < 5 ? { someDigits: 1 } : { manyDigits: 1 };
}

/**
 * For two currencies. A rate of the household's own transfers decides. If there is none, or it is far off, a pair is only worth a
 * question if one side's text states the other's amount, or if words or habits support it on both sides.
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

/** Whether a text contains an amount, with any separators. */
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
