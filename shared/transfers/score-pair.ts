import { daysBetween } from '../days.ts';
import { AccountNames, type NamedAccounts } from './account-names.ts';
import { contentWords, readWording, type Wording } from './read-wording.ts';
import { rateOf, type PossiblePair, type Side, type TransferAccount } from './side.ts';

/** Rates of one day differ by so much at most between banks, fees included. */
export const RATE_TOLERANCE = 0.1;

/** By days from the money's leaving to its arriving. Earlier arrivals happen: each bank books on its own day. */
const DAY_SCORES = [2, 1.2, 0.6, 0.3, 0] as const;
const EARLY_SCORE = -1;

interface Reading {
  readonly wording: Wording;
  readonly named: NamedAccounts;
  /** Words besides those that banks use for transfers. */
  readonly content: ReadonlySet<string>;
}

/** How likely two transactions are one transfer, as points; see docs/decisions/transfers-without-a-rule.md. */
export class PairScores {
  readonly #accounts: ReadonlyMap<string, TransferAccount>;
  readonly #names: AccountNames;
  readonly #readings = new Map<string, Reading>();

  constructor(accounts: readonly TransferAccount[]) {
    this.#accounts = new Map(accounts.map((account) => [account.id, account]));
    this.#names = new AccountNames(accounts);
  }

  /** Null: they are no transfer whatever else is said. */
  score(outflow: Side, inflow: Side, { knownRate }: PossiblePair): number | null {
    const days = daysBetween(outflow.date, inflow.date);
    const out = this.#read(outflow);
    const into = this.#read(inflow);
    const from = this.#accounts.get(outflow.accountId);
    const to = this.#accounts.get(inflow.accountId);
    if (from === undefined || to === undefined) return null;
    const words = wordScore(out.wording, from, to) + wordScore(into.wording, from, to);
    const names = nameScore(out.named, to) + nameScore(into.named, from);
    const evidence = words + names;
    const when = (DAY_SCORES[Math.abs(days)] ?? 0) + (days < 0 ? EARLY_SCORE : 0);
    const rest = when + kindScore(from, to) + contentScore(out, into);
    if (outflow.currency === inflow.currency) return evidence + rest + digitScore(inflow.amount);
    const rate = rateScore(outflow, inflow, knownRate ?? null, evidence);
    return rate === null ? null : evidence + rest + rate;
  }

  #read(side: Side): Reading {
    let reading = this.#readings.get(side.id);
    if (reading === undefined) {
      reading = {
        wording: readWording(side.text),
        named: this.#names.namedIn(side.text, side.accountId),
        content: new Set(contentWords(side.text)),
      };
      this.#readings.set(side.id, reading);
    }
    return reading;
  }
}

function wordScore(
  { own, transfer, towards, other }: Wording,
  from: TransferAccount,
  to: TransferAccount,
): number {
  const fits =
    (towards.has('card') && isCard(to)) ||
    (towards.has('loan') && to.type === 'Loan') ||
    (towards.has('savings') && (isSavings(to) || isSavings(from))) ||
    (towards.has('investment') && (isInvestment(to) || isInvestment(from)));
  if (own || fits) return 3;
  if (other) return -4;
  // Words for another kind of account than this one: a card is not paid into savings.
  if (towards.size > 0 && !transfer) return -2;
  return transfer ? 1 : 0;
}

/** A text that names the other account speaks for the pair, one that names a third account against it. */
function nameScore(named: NamedAccounts, other: TransferAccount): number {
  if (named.size === 0) return 0;
  const how = named.get(other.id);
  if (how === undefined) return -3;
  return how === 'number' ? 4 : 2;
}

function kindScore(from: TransferAccount, to: TransferAccount): number {
  if ([from, to].some(({ type }) => ['Property', 'Vehicle', 'OtherAsset'].includes(type)))
    return -2;
  // Money that leaves a card is a purchase, most of the time.
  if (isCard(from)) return -2;
  return from.type === 'Loan' ? -1 : 0;
}

/** Many purchases cost 20.00; few cost 1,234.56. */
function digitScore(amount: string): number {
  const digits = amount.replaceAll(/[-.]/g, '').replace(/^0+/, '').replace(/0+$/, '').length;
  return [0, -0.5, 0, 1, 1.7][digits] ?? 2;
}

/**
 * What is left besides the bank's own words. In a transfer it is the holder's name or a purpose, the same on both sides;
 * without any word for a transfer it is a shop, which took money and gave it back.
 */
function contentScore(out: Reading, into: Reading): number {
  if (out.content.size === 0 || into.content.size === 0) return 0;
  const isShared = [...out.content].some((word) => into.content.has(word));
  if (!isShared) return -2.5;
  const isMoved = [out, into].some(({ wording }) => wording.own || wording.transfer);
  return isMoved ? 1.5 : -1;
}

/**
 * Of two currencies. A rate of the household's own transfers decides; where there is none, or it is far off, only an
 * amount that the other side's text states, or words on both sides, make a pair worth a question.
 */
function rateScore(
  outflow: Side,
  inflow: Side,
  knownRate: number | null,
  evidence: number,
): number | null {
  const states =
    statesAmount(outflow.text, inflow.amount) || statesAmount(inflow.text, outflow.amount);
  if (states) return 4;
  if (knownRate === null) return evidence >= 2 ? -2.5 : null;
  const deviation = Math.abs(rateOf(outflow, inflow) / knownRate - 1);
  if (deviation > RATE_TOLERANCE) return null;
  return deviation <= 0.02 ? 0.5 : deviation <= 0.05 ? -1 : -2;
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
