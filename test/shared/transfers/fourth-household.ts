import { addDays } from '#preflight/days';
import type { Side, TransferAccount } from '../../../shared/transfers/side.ts';
import { MEMBERS, OTHERS, PAYERS, SHOPS, WORDINGS, type Wording } from './fourth-wording.ts';
import { HouseholdMaker, type LabelledHousehold } from './household-maker.ts';

/*
 * Two people with accounts in up to three currencies, written before the judgement that it measures. Money goes abroad
 * at a rate that moves, less a fee, and rests over weekends. Around it: what one person is paid and another one pays,
 * orders and incoming sums without a name, insurers and employers who repay, sales and purchases of one sum.
 */

/** What one euro buys. */
const EURO: Readonly<Record<string, number>> = {
  EUR: 1,
  USD: 1.09,
  GBP: 0.85,
  PLN: 4.3,
  SEK: 11.3,
  CHF: 0.95,
  BRL: 6,
  JPY: 162,
};
const FIRST_DAY = '2024-01-01';
const ROUND = [10, 20, 20, 25, 40, 50, 50, 100, 100, 150, 200, 300, 500];

interface Account extends TransferAccount {
  readonly currency: string;
  readonly wording: Wording;
  readonly holder: string;
  readonly digits: string;
}
type Move = 'own' | 'standing' | 'settled';

/** Makes the household of a seed: a year of some 600 transactions. */
export function fourthHousehold(seed: number): LabelledHousehold {
  return new FourthHousehold(seed).make();
}

class FourthHousehold extends HouseholdMaker<Account> {
  readonly #members: readonly [string, string];
  readonly #home: string;
  /** How the rates drift over the year. */
  readonly #drift: number;

  constructor(seed: number) {
    super(seed * 32_452_843 + 71, 13);
    this.#members = this.pick(MEMBERS);
    this.#home = this.pick(Object.keys(EURO));
    this.#drift = (this.random() - 0.5) * 0.12;
  }

  make(): LabelledHousehold {
    const [one, two] = this.#members;
    const main = this.#open(one, 'Depository', 'checking', this.#home);
    const second = this.#open(two, 'Depository', 'checking', this.#home);
    const savings = this.#open(one, 'Depository', 'savings', this.#home, main);
    const card = this.#open(this.pick([one, two]), 'CreditCard', 'credit_card', this.#home);
    const abroad: Account[] = [];
    for (const share of [0.65, 0.3]) {
      if (!this.chance(share)) break;
      const used = new Set(this.accounts.map(({ currency }) => currency));
      const currency = this.pick(Object.keys(EURO).filter((code) => !used.has(code)));
      const beside = this.chance(0.4) ? main : undefined;
      abroad.push(this.#open(this.pick([one, two]), 'Depository', 'checking', currency, beside));
    }
    this.#moves(main, second, savings, card);
    for (const account of abroad) this.#remit(this.pick([main, second]), account);
    this.#regular(main, second);
    this.#spend([main, second, card, ...abroad], [main, second]);
    this.#people([main, second, ...abroad.slice(0, 1)]);
    return this.household;
  }

  #moves(main: Account, second: Account, savings: Account, card: Account): void {
    const saved = this.#local(this.pick([50, 100, 200, 250]));
    const shared = this.#local(this.pick([400, 600, 750]));
    for (let month = 0; month < 12; month += 1) {
      this.#move(main, savings, saved, month * 30 + 1, 'standing');
      this.#move(second, main, shared, month * 30 + 2, 'standing');
      const owed = this.#local(80 + this.random() * 1_100);
      this.#move(main, card, Math.round(owed) - 0.37, month * 30 + 14, 'settled');
    }
    for (let n = 0; n < 14; n += 1) {
      const [from, to] = this.pick([
        [savings, main],
        [main, second],
        [second, main],
        [main, savings],
      ] as const);
      this.#move(from, to, this.#local(this.pick(ROUND)), this.day(), 'own');
    }
  }

  /** Some do so every month, some twice a year; one way more than the other. */
  #remit(from: Account, to: Account): void {
    const isRegular = this.chance(0.5);
    const sum = this.#local(this.pick([150, 300, 500, 800]));
    const times = isRegular ? 12 : this.pick([2, 4, 7]);
    const direct = from.wording === to.wording;
    // A bank hides what it takes in its rate, others name a fee.
    const cost = direct ? 0.003 : this.pick([0.004, 0.01, 0.02, 0.03]);
    for (let n = 0; n < times; n += 1) {
      const back = !isRegular && this.chance(0.25);
      const [source, target] = back ? [to, from] : [from, to];
      const day = isRegular ? n * 30 + 5 : this.day();
      const own = isRegular
        ? sum
        : this.#local(this.pick(ROUND) * this.pick([1, 2, 3.17]), source.currency);
      this.#move(source, target, own, day, isRegular ? 'standing' : 'own', cost);
    }
  }

  #regular(main: Account, second: Account): void {
    const rent = this.#local(500 + 50 * Math.floor(this.random() * 16));
    const wages = this.chance(0.25)
      ? rent
      : this.#local(1500 + Math.floor(this.random() * 150_000) / 100);
    const landlord = this.pick(OTHERS);
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30;
      this.#say(main, first + 27, wages, main.wording.salary, 'Noordzee BV');
      this.#say(second, first + 1, wages * 0.8, second.wording.salary, 'Skånska Data');
      this.#say(this.pick([main, second]), first + 2, -rent, main.wording.standing, landlord);
      // A lodger.
      if (this.chance(0.3))
        this.#say(main, first + 3, rent / 2, this.pick(main.wording.person[1]), 'Lucy Price');
      for (const account of [main, second])
        this.#say(account, first + 8, -this.#local(9.99), account.wording.debit, 'Spotify');
    }
  }

  /** Purchases; refunds, repaid expenses and sales of the same sum that reach another account. */
  #spend(spending: readonly Account[], receiving: readonly Account[]): void {
    for (let n = 0; n < 330; n += 1) {
      const account = this.pick(spending);
      const euros = 1 + this.random() ** 3 * 220;
      const price = this.#local(
        this.chance(0.35) ? 5 * Math.ceil(euros / 5) : Math.floor(euros) + 0.99,
        account.currency,
      );
      const [day, shop] = [this.day(), this.pick(SHOPS)];
      this.#say(account, day, -price, this.pick(account.wording.shop), shop);
      const later = day + this.pick([0, 1, 2, 3, 4, 6]);
      const to = this.pick(receiving);
      if (this.chance(0.03)) {
        const back = this.chance(0.3) ? to : account;
        if (back.currency === account.currency)
          this.#say(back, later, price, this.pick(back.wording.refund), shop);
      } else if (this.chance(0.025) && to.currency === account.currency) {
        const payer = this.pick([...PAYERS, ...OTHERS, ...this.pick([SHOPS, OTHERS])]);
        this.#say(to, later, price, this.pick(to.wording.person[1]), payer);
      }
    }
  }

  /** Round sums to one person and from another, and between friends who lend and return. */
  #people(accounts: readonly Account[]): void {
    for (let n = 0; n < 30; n += 1) {
      const [account, other] = [this.pick(accounts), this.pick(accounts)];
      const sum = this.#local(this.pick(ROUND), account.currency);
      const sign = this.chance(0.5) ? -1 : 1;
      const [day, who] = [this.day(), this.pick(OTHERS)];
      this.#say(account, day, sign * sum, this.pick(account.wording.person[way(sign)]), who);
      if (!this.chance(0.3) || other.currency !== account.currency) continue;
      const someone = this.chance(0.3) ? who : this.pick([...OTHERS, ...PAYERS]);
      const text = this.pick(other.wording.person[way(-sign)]);
      this.#say(other, day + this.pick([0, 0, 1, 2, 3]), -sign * sum, text, someone);
    }
    // An account of a member's own that is not connected.
    const [member] = this.#members;
    const account = this.pick(accounts);
    for (let n = 0; n < 6 && this.chance(0.9); n += 1) {
      const sign = this.chance(0.6) ? -1 : 1;
      const sum = sign * this.#local(this.pick(ROUND), account.currency);
      this.#say(account, this.day(), sum, this.pick(account.wording.person[way(sign)]), member);
    }
  }

  #move(from: Account, to: Account, sum: number, day: number, move: Move, cost = 0): void {
    const booked = workday(day);
    const isDirect = from.wording === to.wording && this.chance(0.85);
    const isAcross = from.currency !== to.currency;
    const slow = isAcross ? [0, 1, 1, 2, 3, 4] : [0, 0, 0, 1, 1, 2];
    const arrives = workday(booked + (isDirect ? 0 : this.pick(slow)));
    const rate = this.#euro(to.currency, booked) / this.#euro(from.currency, booked);
    const noise = 1 + (this.random() - 0.5) * 0.006;
    const received = isAcross ? round(sum * rate * noise * (1 - cost), to.currency) : sum;
    const template = (account: Account, way: 0 | 1): string => {
      const { own, person, standing, settled, exchange } = account.wording;
      if (move === 'settled') return settled[way];
      if (isDirect) return isAcross ? exchange[way] : this.pick(own[way]);
      return move === 'standing' && way === 0 ? standing : this.pick(person[way]);
    };
    const outflow = this.#say(from, booked, -sum, template(from, 0), to.holder, to, received);
    const inflow = this.#say(to, arrives, received, template(to, 1), from.holder, from, sum);
    this.truth.set(outflow.id, inflow.id);
  }

  #euro(currency: string, day: number): number {
    const rate = EURO[currency] ?? 1;
    return currency === 'EUR' ? rate : rate * (1 + (this.#drift * day) / 365);
  }

  /** What so many euros are, as a person would round them there. */
  #local(euros: number, currency = this.#home): number {
    const rate = EURO[currency] ?? 1;
    const scale = rate > 50 ? 100 : rate > 3 ? 5 : 1;
    return round(euros * scale, currency);
  }

  #open(holder: string, type: string, subtype: string, currency: string, at?: Account): Account {
    const digits = this.digits();
    return this.open({
      name: this.pick([
        `${subtype} ${digits}`,
        `${currency} ${digits}`,
        holder.split(' ')[0] ?? '',
        'Rekening',
      ]),
      type,
      subtype,
      institutionName: null,
      currency,
      wording: at?.wording ?? this.pick(WORDINGS),
      holder,
      digits,
    });
  }

  #say(
    account: Account,
    day: number,
    sum: number,
    text: string,
    who: string,
    other?: Account,
    otherSum = 0,
  ): Side {
    const filled = text
      .replace(/\{who\}|\{shop\}/u, who)
      .replace('{account}', other?.name ?? '')
      .replace('{digits}', other?.digits ?? '')
      .replace('{other}', other?.currency ?? '')
      .replace('{sum}', otherSum.toFixed(2));
    return this.add(account, addDays(FIRST_DAY, day), round(sum, account.currency), filled);
  }
}

const way = (sign: number): 0 | 1 => (sign < 0 ? 0 : 1);

/** Yen have no cents. */
function round(sum: number, currency: string): number {
  return currency === 'JPY' ? Math.round(sum) : Math.round(sum * 100) / 100;
}

/** The first day of the year is a Monday. */
function workday(day: number): number {
  return day % 7 < 5 ? day : day + 7 - (day % 7);
}
