import { addDays } from '#preflight/days';
import type { Side, TransferAccount } from '../../../shared/transfers/side.ts';
import { seededRandom } from '../../helpers/draws.ts';
import type { Bank, World } from './wording.ts';

/** A household of which it is known what its transfers are: made from a seed, the same each time. */
export interface LabelledHousehold {
  readonly accounts: readonly (TransferAccount & { readonly currency: string })[];
  readonly sides: readonly Side[];
  /** The true pairs, as `outflow id` to `inflow id`. */
  readonly truth: ReadonlyMap<string, string>;
}

/** How often, from 0 to 1, a household does what makes its transfers hard to recognise. */
export interface Habits {
  /** A weekly sum moves on at once from where it arrived. */
  ring?: number;
  /** Each purchase is rounded up into savings. */
  roundUps?: number;
  /** A bank takes its fee from what arrives. */
  fees?: number;
  /** Equal standing orders leave for several accounts on one day. */
  twins?: number;
  /** Both sides of a transfer carry a reference. */
  references?: number;
  /** Wages are as high as the rent. */
  wagesAsRent?: number;
  /** Somebody pays half of the rent, or all of it. */
  lodger?: number;
  /** A purchase is paid back into another account: a refund, an employer, a friend. */
  repaid?: number;
  /** Friends lend and return a sum. */
  returned?: number;
  /** An account was connected late, and another of theirs never. */
  unconnected?: number;
  /** There is an account in another currency, and a second one. */
  abroad?: number;
}

interface Account extends TransferAccount {
  readonly currency: string;
  readonly bank: Bank;
  readonly holder: string;
  readonly since: number;
}

const FIRST_DAY = '2024-01-01';
/** What one euro buys. */
const EURO: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.09,
  GBP: 0.85,
  PLN: 4.3,
  SEK: 11.3,
  BRL: 6,
  JPY: 162,
};
const ROUND = [10, 20, 20, 25, 40, 50, 50, 100, 100, 150, 200, 300, 500];
const REFERENCES = ['household', 'Haushalt', 'casa', 'ev', 'holiday', 'thanks'];

/** Makes the household of a seed: a year of some 600 transactions, whose money rests over weekends. */
export function makeHousehold(world: World, habits: Habits, seed: number): LabelledHousehold {
  return new Household(world, habits, seed).make();
}

class Household {
  readonly accounts: Account[] = [];
  readonly sides: Side[] = [];
  readonly truth = new Map<string, string>();
  readonly #world: World;
  readonly #habits: Habits;
  readonly #random: () => number;
  readonly #members: readonly string[];
  /** How the rates drift over the year. */
  readonly #drift: number;

  constructor(world: World, habits: Habits, seed: number) {
    [this.#world, this.#habits] = [world, habits];
    this.#random = seededRandom(seed * 32_452_843 + 71);
    // The first draws of seeds that lie close together resemble each other.
    for (let drawn = 0; drawn < 13; drawn += 1) this.#random();
    this.#members = this.#pick(world.couples);
    this.#drift = (this.#random() - 0.5) * 0.12;
  }

  make(): LabelledHousehold {
    const [one = '', two = one] = this.#members;
    const { abroad = 0 } = this.#habits;
    const isLate = this.#does('unconnected');
    const main = this.#open(one, 'Depository', 'checking');
    const second = this.#open(two, 'Depository', 'checking');
    const savings = this.#open(one, 'Depository', 'savings', 'EUR', isLate ? 150 : 0);
    const maybe = (share: number, type: string, subtype: string): Account[] =>
      this.#chance(share) ? [this.#open(this.#pick([one, two]), type, subtype)] : [];
    const card = maybe(0.8, 'CreditCard', 'credit_card');
    const loan = maybe(0.4, 'Loan', 'mortgage');
    const broker = maybe(0.45, 'Investment', 'brokerage');
    const foreign: Account[] = [];
    for (const share of [abroad, abroad / 2]) {
      if (!this.#chance(share)) break;
      const used = new Set(this.accounts.map(({ currency }) => currency));
      const currency = this.#pick(Object.keys(EURO).filter((code) => !used.has(code)));
      foreign.push(this.#open(this.#pick([one, two]), 'Depository', 'checking', currency));
    }
    this.#orders(main, second, savings, [...card, ...loan, ...broker]);
    this.#moves(main, second, savings, broker);
    for (const account of foreign) this.#remit(this.#pick([main, second]), account);
    this.#work(main, second);
    this.#spend([main, second, ...card, ...foreign], [main, second], savings);
    this.#people([main, second, ...foreign]);
    return { accounts: this.accounts, sides: this.sides, truth: this.truth };
  }

  /** What leaves every month or week. */
  #orders(main: Account, second: Account, savings: Account, others: readonly Account[]): void {
    const [saved, shared] = [this.#pick(ROUND) * 2, this.#pick([400, 600, 750, 800])];
    const owed = this.#cents(180, 900);
    const isTwin = this.#does('twins');
    const [ring, weekly] = [this.#does('ring'), this.#pick([20, 25, 40, 50, 100])];
    const reference = this.#reference();
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30;
      this.#move(main, savings, saved, first + 1, { isStanding: true, reference });
      this.#move(second, main, shared, first + 2, { isStanding: true });
      for (const other of others) {
        const { type } = other;
        if (type === 'CreditCard') this.#move(main, other, this.#cents(80, 1600), first + 12);
        else if (type === 'Loan') this.#move(second, other, owed, first + 6, { isStanding: true });
        else
          this.#move(main, other, isTwin ? saved : 25, first + (isTwin ? 1 : 15), {
            isStanding: true,
          });
      }
    }
    for (let week = 0; ring && week < 52; week += 1) {
      this.#move(main, second, weekly, week * 7 + 2);
      this.#move(second, savings, weekly, week * 7 + this.#pick([2, 2, 3]));
    }
  }

  /** What moves now and then. */
  #moves(main: Account, second: Account, savings: Account, broker: readonly Account[]): void {
    const movable = [main, second, savings, ...broker];
    for (let n = 0; n < 20; n += 1) {
      const from = this.#pick(movable);
      const to = this.#pick(movable.filter((account) => account !== from));
      const sum = this.#chance(0.6) ? this.#pick(ROUND) : this.#cents(15, 2500);
      this.#move(from, to, sum, this.#day(), { reference: this.#reference() });
    }
  }

  /** Money goes abroad at a rate that moves, less a cost; some do so every month, some twice a year. */
  #remit(from: Account, to: Account): void {
    const isRegular = this.#chance(0.5);
    const sum = this.#pick([150, 300, 500, 800]);
    const times = isRegular ? 12 : this.#pick([2, 4, 7]);
    const cost = this.#pick([0.003, 0.004, 0.01, 0.02]);
    for (let n = 0; n < times; n += 1) {
      const isBack = !isRegular && this.#chance(0.25);
      const [source, target] = isBack ? [to, from] : [from, to];
      const day = isRegular ? n * 30 + 5 : this.#day();
      const own = isRegular ? sum : this.#pick(ROUND) * this.#pick([1, 2, 3.17]);
      const euros = isBack ? own * (EURO[source.currency] ?? 1) : own;
      this.#move(source, target, euros, day, { isStanding: isRegular, cost });
    }
  }

  /** Wages and rent, and who lives there, too. */
  #work(main: Account, second: Account): void {
    const { incomes, rents, others } = this.#world;
    const rent = 500 + 50 * Math.floor(this.#random() * 18);
    const wages = this.#does('wagesAsRent') ? rent : this.#cents(1400, 4200);
    const [income, other, home, lodger] = [
      this.#pick(incomes),
      this.#pick(incomes),
      this.#pick(rents),
      this.#pick(others),
    ];
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30;
      this.#add(main, first + 1, wages, income);
      this.#add(second, first + 27, Math.round(wages * 0.8), other);
      this.#add(second, first + 3, -rent, home);
      for (const account of [main, second]) this.#add(account, first + 9, -12.99, 'Streamly');
      if (this.#does('lodger'))
        this.#booking(main, first + 3, this.#pick([rent, rent / 2]), lodger);
    }
  }

  /** Purchases, and what is paid back of them or comes in by chance. */
  #spend(spending: readonly Account[], receiving: readonly Account[], savings: Account): void {
    const { shops, purchases, refunds, others } = this.#world;
    const roundsUp = this.#does('roundUps');
    for (let n = 0; n < 300; n += 1) {
      const account = this.#pick(spending);
      const [day, shop] = [this.#day(), this.#pick(shops)];
      const euros = this.#cents(1, 1 + this.#random() ** 2 * 220);
      const price = this.#chance(0.3) ? 5 * Math.ceil(euros / 5) : euros;
      this.#add(account, day, -price, `${this.#pick(purchases)} ${shop}`);
      const change = Math.round((Math.ceil(price) - price) * 100) / 100;
      if (roundsUp && account === receiving[0])
        this.#move(account, savings, change, day, { words: 'Round up' });
      const later = day + this.#pick([0, 1, 2, 3, 5, 8]);
      if (this.#chance(0.025)) this.#add(account, later, price, `${this.#pick(refunds)} ${shop}`);
      const to = this.#pick(receiving);
      if (!this.#does('repaid') || to === account || to.currency !== account.currency) continue;
      if (this.#chance(0.4)) this.#add(to, later, price, `${this.#pick(refunds)} ${shop}`);
      else this.#booking(to, later, price, this.#pick(others));
    }
  }

  /** Round sums to one person and from another; their own accounts that are not connected. */
  #people(accounts: readonly Account[]): void {
    for (let n = 0; n < 28; n += 1) {
      const [account, back] = [this.#pick(accounts), this.#pick(accounts)];
      const sum = this.#pick([...ROUND, 36.5, 48.2]) * this.#pick([1, -1]);
      const [day, friend] = [this.#day(), this.#pick(this.#world.others)];
      this.#booking(account, day, sum, friend);
      if (this.#does('returned') && back.currency === account.currency)
        this.#booking(
          back,
          day + this.#pick([0, 1, 2, 3, 6]),
          -sum,
          this.#chance(0.3) ? friend : this.#pick(this.#world.others),
        );
    }
    if (!this.#does('unconnected')) return;
    const account = this.#pick(accounts);
    const sum = this.#pick([50, 100, 150, 250]);
    for (let month = 0; month < 12; month += 1)
      this.#booking(account, month * 30 + 4, -sum, account.holder);
    for (let n = 0; n < 3; n += 1)
      this.#booking(account, this.#day(), this.#pick([100, 200, 300]), account.holder);
  }

  #move(
    from: Account,
    to: Account,
    euros: number,
    day: number,
    how: { isStanding?: boolean; reference?: string; words?: string; cost?: number } = {},
  ): void {
    const { isStanding = false, reference = '', words, cost = 0 } = how;
    const isNear = from.bank === to.bank && this.#chance(0.85);
    const isAcross = from.currency !== to.currency;
    const delays = isAcross ? [0, 1, 1, 2, 3, 4] : [0, 0, 0, 0, 1, 1, 1, 2, 3];
    const booked = workday(day);
    const arrives = workday(booked + (isNear ? 0 : this.#pick(delays)));
    const fee = !isNear && this.#does('fees') ? this.#pick([0.2, 0.5, 5]) : 0;
    const sum = round(euros, from.currency);
    const noise = 1 + (this.#random() - 0.5) * 0.006;
    const rate = this.#rate(to.currency, booked) / this.#rate(from.currency, booked);
    const received = isAcross ? round(sum * rate * noise * (1 - cost), to.currency) : sum - fee;
    if (received <= 0 || booked < from.since || arrives < to.since) return;
    const textOf = ({ bank }: Account, way: 0 | 1): readonly string[] => {
      if (words !== undefined) return [words];
      if (to.type === 'CreditCard') return bank.settled[way];
      if (to.type === 'Loan' && way === 0) return bank.loan;
      if (isNear) return (isAcross ? bank.exchange : bank.own)[way];
      return isStanding && way === 0 ? bank.standing : bank.far[way];
    };
    const say = (own: Account, other: Account, way: 0 | 1, booksThere: number): string => {
      // A standing order says the same each time.
      const texts = textOf(own, way);
      const text = isStanding ? texts[0] : this.#pick(texts);
      return `${fill(text ?? '', other.holder, other, booksThere)} ${reference}`;
    };
    const outflow = this.#add(from, booked, -sum, say(from, to, 0, received));
    const inflow = this.#add(to, arrives, received, say(to, from, 1, sum));
    this.truth.set(outflow.id, inflow.id);
  }

  /** A sum to or from somebody who is no account of the household. */
  #booking(account: Account, day: number, sum: number, who: string): void {
    const named = account.bank.far[sum < 0 ? 0 : 1].filter((text) => text.includes('{who}'));
    const text = named.length === 0 ? '{who}' : this.#pick(named);
    this.#add(account, day, sum, fill(text, who));
  }

  #open(holder: string, type: string, subtype: string, currency = 'EUR', since = 0): Account {
    const [first] = this.accounts;
    const bank =
      first !== undefined && this.#chance(0.45) ? first.bank : this.#pick(this.#world.banks);
    const digits = String(1000 + Math.floor(this.#random() * 9000));
    const name = this.#chance(0.6) ? `${subtype} ${digits}` : `${bank.name} ${digits}`;
    const id = `a${this.accounts.length}`;
    const opened = { id, name, type, subtype, institutionName: bank.name, currency, bank };
    this.accounts.push({ ...opened, holder, since });
    return this.accounts.at(-1)!;
  }

  #add(account: Account, day: number, sum: number, text: string): Side {
    const side: Side = {
      id: `${String(this.sides.length).padStart(6, '0')}-${Math.floor(this.#random() * 1e9)}`,
      accountId: account.id,
      date: addDays(FIRST_DAY, day),
      amount: String(round(sum, account.currency)),
      currency: account.currency,
      text: text.trim(),
      pending: false,
    };
    if (day >= account.since) this.sides.push(side);
    return side;
  }

  #pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.#random() * items.length)];
    if (item === undefined) throw new Error('nothing to pick from');
    return item;
  }

  #chance = (share: number): boolean => this.#random() < share;
  #does = (habit: keyof Habits): boolean => this.#chance(this.#habits[habit] ?? 0);
  #reference = (): string => (this.#does('references') ? this.#pick(REFERENCES) : '');
  /** A day of the year that leaves room for what arrives later. */
  #day = (): number => Math.floor(this.#random() * 358);
  #cents = (least: number, most: number): number =>
    Math.floor((least + this.#random() * (most - least)) * 100) / 100;
  #rate = (currency: string, day: number): number =>
    (EURO[currency] ?? 1) * (currency === 'EUR' ? 1 : 1 + (this.#drift * day) / 365);
}

const fill = (text: string, who: string, other?: Account, sum = 0): string =>
  text
    .replace('{who}', who)
    .replace('{account}', other?.name ?? '')
    .replace('{digits}', other?.name.slice(-4) ?? '')
    .replace('{other}', other?.currency ?? '')
    .replace('{sum}', sum.toFixed(2));

/** Yen have no cents. */
function round(sum: number, currency: string): number {
  return currency === 'JPY' ? Math.round(sum) : Math.round(sum * 100) / 100;
}

/** The first day of the year is a Monday. */
function workday(day: number): number {
  return day % 7 < 5 ? day : day + 7 - (day % 7);
}
