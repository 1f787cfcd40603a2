import { addDays } from '#preflight/days';
import type { Side, TransferAccount } from '../../../shared/transfers/side.ts';
import { HouseholdMaker, type LabelledHousehold } from './household-maker.ts';

/*
 * Households of another hand: other banks, languages and habits than `labelled-household.ts`, whose words no list was made for.
 * Round-ups of every purchase, the same sum every week around three accounts, fees that are taken from what arrives, a
 * rent as high as the salary, a flat that is shared, refunds to another card.
 */

interface House {
  readonly name: string;
  /** Of a transfer, where it leaves and where it arrives; `#` is the other account's last digits, `@` a holder. */
  readonly out: readonly string[];
  readonly in: readonly string[];
  readonly buy: readonly string[];
}

const HOUSES: readonly House[] = [
  {
    name: 'Harbour CU',
    out: ['Xfer to share #', 'Home Banking Transfer #', 'Withdrawal Transfer', 'Bill pay @'],
    in: ['Xfer from share #', 'Deposit Home Banking', 'Deposit Transfer', 'ACH @'],
    buy: ['DBT PURCH', 'Signature purchase'],
  },
  {
    name: 'Nordlys',
    out: ['Overførsel til @', 'Egen konto', 'Fast overførsel'],
    in: ['Overførsel fra @', 'Egen konto', 'Indbetaling'],
    buy: ['Dankort', 'Visa køb'],
  },
  {
    name: 'Banco Atlantico',
    out: ['TRF P/ @', 'TRANSF CTA PROPRIA', 'TRF IMEDIATA @'],
    in: ['TRF DE @', 'TRANSF CTA PROPRIA', 'TRF IMEDIATA DE @'],
    buy: ['COMPRA MULTIBANCO', 'PAG'],
  },
  {
    name: 'Vltava',
    out: ['Odchozí úhrada @', 'Převod mezi účty', 'Trvalý příkaz'],
    in: ['Příchozí úhrada @', 'Převod mezi účty', 'Připsáno'],
    buy: ['Platba kartou', 'Nákup'],
  },
  {
    name: 'Lakshmi',
    out: ['IMPS/P2A/@', 'NEFT DR @', 'SELF TRF #'],
    in: ['IMPS CR @', 'NEFT CR @', 'SELF TRF #'],
    buy: ['UPI', 'POS'],
  },
  {
    name: 'Emerald',
    out: ['365 Online #', 'Mobi to @', 'SO @'],
    in: ['365 Online #', 'CT @', 'Lodgement'],
    buy: ['POS', 'CNC'],
  },
  { name: 'Plain', out: ['Debit', '@', 'Payment'], in: ['Credit', '@', ''], buy: ['', 'Card'] },
  {
    name: 'Helvet',
    out: ['Vergütung @', 'Kontoübertrag', 'Zahlungsauftrag'],
    in: ['Gutschrift @', 'Kontoübertrag', 'Eingang'],
    buy: ['Debitkarte', 'TWINT'],
  },
];
const HOLDERS = [
  'Niamh Byrne',
  'Rui Teixeira',
  'Jana Svobodova',
  'Mads Holm',
  'Priya Raman',
  'Urs Keller',
];
const OTHERS = [
  'Oisin Daly',
  'Carla Nunes',
  'Petr Kral',
  'Freja Lund',
  'Arjun Mehta',
  'Reto Frei',
  'Sam Okafor',
];
const STORES = [
  'Netto 114',
  'Pingo Doce',
  'Albert',
  'Dunnes',
  'Migros',
  'Big Bazaar',
  'Target T-22',
  'Bolt',
  'Fakta',
  'Worten',
  'Alza',
  'Centra',
  'Coop',
  'Swiggy',
  'Walgreens',
  'Bilka',
];
const INCOME = [
  'Løn Maersk',
  'VENCIMENTO EDP',
  'Mzda Skoda',
  'SALARY INFOSYS',
  'Wages HSE',
  'PAYROLL STATE',
  'Lohnzahlung Roche',
  'Acme Ltd 0424',
];
const RENT = [
  'Husleje',
  'RENDA CASA',
  'Najem',
  'Rent Flat 4',
  'Mietzins',
  'Landlord Doyle',
  'Estate Office',
];
const BACK = ['Refund', 'Returnering', 'DEVOLUCAO', 'Vratka', 'REV', 'Rückvergütung', ''];
const BETWEEN = ['for dinner', 'tickets', '', '', 'half', 'thanks'];

interface Account extends TransferAccount {
  readonly currency: string;
  readonly house: House;
}

/** Makes the household of a seed: a year of some 500 transactions. */
export function secondHousehold(seed: number): LabelledHousehold {
  return new SecondHousehold(seed).make();
}

class SecondHousehold extends HouseholdMaker<Account> {
  readonly #holder: string;

  constructor(seed: number) {
    super(seed * 104_729 + 5, 9);
    this.#holder = this.pick(HOLDERS);
  }

  make(): LabelledHousehold {
    const current = this.#open('Depository', 'checking', ['Current', 'Everyday', 'Privat']);
    const daily = this.#open('Depository', 'checking', ['Bills', 'Second', 'Fælles']);
    const pot = this.#open('Depository', 'savings', ['Rainy day', 'Poupar', 'Reserve', 'Goals']);
    const cards = this.chance(0.6)
      ? [this.#open('CreditCard', 'credit_card', ['Mastercard', 'Gold'])]
      : [];
    const loans = this.chance(0.3) ? [this.#open('Loan', 'mortgage', ['Home', 'Hypo'])] : [];
    if (this.chance(0.4)) this.#open('Investment', 'brokerage', ['Trading', 'Fonds']);
    this.#moves(current, daily, pot, cards, loans);
    this.#life([current, daily, ...cards], current, daily, pot);
    return this.household;
  }

  #moves(current: Account, daily: Account, pot: Account, cards: Account[], loans: Account[]): void {
    const weekly = this.pick([20, 25, 40, 50, 100]);
    const ring = this.chance(0.35);
    for (let week = 0; week < 52; week += 1) {
      const day = week * 7 + 2;
      if (ring) {
        this.#move(current, daily, weekly, day);
        this.#move(daily, pot, weekly, day + this.pick([0, 0, 1]));
      }
    }
    const bill = this.#sum(300, 1400);
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30 + 1;
      this.#move(current, daily, Math.round(bill / 10) * 10, first + 1);
      for (const card of cards) this.#move(current, card, this.#sum(80, 1600), first + 8);
      for (const loan of loans) this.#move(daily, loan, Math.round(bill * 1.7), first + 4);
    }
    const movable = this.accounts.filter(({ type }) => type !== 'CreditCard' && type !== 'Loan');
    for (let n = 0; n < 20; n += 1) {
      const [from, to] = [this.pick(movable), this.pick(movable)];
      if (from !== to) this.#move(from, to, this.#sum(15, 3000), this.day(365));
    }
  }

  #life(spending: Account[], current: Account, daily: Account, pot: Account): void {
    const salary = this.#sum(1400, 4000);
    const isRentTheSame = this.chance(0.15);
    const rent = isRentTheSame ? salary : this.#sum(500, 1500);
    const roundsUp = this.chance(0.3);
    const flatmate = this.pick(OTHERS);
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30;
      this.#add(current, first + 1, salary, this.pick(INCOME));
      this.#add(daily, first + 2, -rent, this.pick(RENT));
      if (this.chance(0.2))
        this.#add(
          current,
          first + 3,
          this.pick([rent, rent / 2]),
          this.#stranger(current.house.in, flatmate),
        );
    }
    for (let n = 0; n < 240; n += 1) {
      const account = this.pick(spending);
      const day = this.day(365);
      const price = Math.round((1 + this.random() ** 2 * 150) * 100) / 100;
      const store = this.pick(STORES);
      const cost = this.chance(0.4) ? Math.round(price) : price;
      this.#add(account, day, -cost, `${this.pick(account.house.buy)} ${store}`.trim());
      const change = Math.round((Math.ceil(cost) - cost) * 100) / 100;
      if (roundsUp && account === current && change > 0)
        this.#move(current, pot, change, day, 'Round up');
      if (this.chance(0.04))
        this.#add(
          this.chance(0.3) ? this.pick(spending) : account,
          day + this.pick([1, 2, 4, 6]),
          cost,
          `${this.pick(BACK)} ${store}`.trim(),
        );
      if (this.chance(0.02))
        this.#add(
          this.pick([current, daily]),
          day + this.pick([0, 1, 3]),
          cost,
          `${this.pick(OTHERS)} ${this.pick(BETWEEN)}`.trim(),
        );
    }
    for (let n = 0; n < 30; n += 1) {
      const account = this.pick([current, daily]);
      const isIn = this.chance(0.45);
      const text = this.#stranger(isIn ? account.house.in : account.house.out, this.pick(OTHERS));
      this.#add(
        account,
        this.day(365),
        (isIn ? 1 : -1) * this.pick([10, 20, 25, 30, 40, 50, 50, 75, 100, 100, 150, 200, 300]),
        text,
      );
    }
  }

  #move(from: Account, to: Account, sum: number, day: number, words?: string): void {
    const isSame = from.house === to.house;
    const arrival = day + (isSame ? 0 : this.pick([0, 0, 0, 1, 1, 2, 3]));
    const feeOf = !isSame && this.chance(0.02) ? this.pick([0.2, 0.5, 5]) : 0;
    if (sum <= feeOf) return;
    const say = (texts: readonly string[], other: Account): string =>
      words ?? this.pick(texts).replace('@', this.#holder).replace('#', other.name.slice(-4));
    const outflow = this.#add(from, day, -sum, say(from.house.out, to));
    const inflow = this.#add(to, arrival, sum - feeOf, say(to.house.in, from));
    this.truth.set(outflow.id, inflow.id);
  }

  /** Banks have words of their own for what moves between one's own accounts. */
  #stranger(texts: readonly string[], name: string): string {
    return this.pick(texts.filter((text) => text.includes('@'))).replace('@', name);
  }

  #open(type: string, subtype: string, labels: readonly string[]): Account {
    const first = this.accounts[0]?.house;
    const house = first !== undefined && this.chance(0.55) ? first : this.pick(HOUSES);
    const digits = this.digits();
    const name = this.chance(0.6)
      ? `${this.pick(labels)} ${digits}`
      : `${house.name} ${this.pick(labels)}`;
    return this.open({ name, type, subtype, institutionName: house.name, currency: 'EUR', house });
  }

  #add(account: Account, day: number, sum: number, text: string): Side {
    return this.add(account, addDays('2023-01-01', day), sum, text);
  }

  #sum(least: number, most: number): number {
    const sum = least + this.random() * (most - least);
    const step = this.pick([100, 50, 10, 5, 0.01, 0.01]);
    return Math.round(Math.round(sum / step) * step * 100) / 100;
  }
}
