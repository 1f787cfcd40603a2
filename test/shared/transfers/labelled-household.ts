import { addDays } from '#preflight/days';
import type { TransferAccount } from '../../../shared/transfers/side.ts';
import { seededRandom } from '../../helpers/ledger-records.ts';
import { HouseholdMaker, type LabelledHousehold } from './household-maker.ts';
import { BANKS, OTHER_TEXTS, PEOPLE, SHOPS, type Bank } from './labelled-wording.ts';

type Account = TransferAccount & { readonly currency: string; readonly bank: Bank };

const FIRST_DAY = '2024-01-01';
const DAYS = 366;
const RATES: Readonly<Record<string, number>> = { EUR: 1, USD: 1.09, GBP: 0.85 };
/** Days from leaving to arriving, each as often as it is listed. */
const DELAYS = [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4];

/** What the makers of transactions work with. */
class Maker extends HouseholdMaker<Account> {
  readonly holder: string;

  constructor(seed: number) {
    super(seed * 7919 + 17, 5);
    this.holder = this.pick(PEOPLE);
  }

  make(): LabelledHousehold {
    openAccounts(this);
    makeTransfers(this);
    makeOthers(this);
    return this.household;
  }
  of(type: string): Account[] {
    return this.accounts.filter((account) => account.type === type);
  }
  date(): string {
    return addDays(FIRST_DAY, this.day(DAYS));
  }
  /** Round sums are as frequent as in life. */
  sum(least: number, most: number): number {
    const sum = least + this.random() * (most - least);
    const step = this.pick([100, 50, 50, 10, 10, 1, 0.01, 0.01, 0.01]);
    return Math.max(least, Math.round(Math.round(sum / step) * step * 100) / 100);
  }
  price(): number {
    const whole = 1 + Math.floor(this.random() ** 2.5 * 180);
    return (
      whole + this.pick([0, 0, 0.5, 0.9, 0.95, 0.99, 0.99, Math.floor(this.random() * 100) / 100])
    );
  }
  move(from: Account, to: Account, sum: number, date: string, standing = false): void {
    const early = this.chance(0.02);
    const delay = from.bank === to.bank && this.chance(0.8) ? 0 : this.pick(DELAYS);
    const arrival = addDays(date, early ? -1 : delay);
    const isAcross = from.currency !== to.currency;
    const rate =
      ((RATES[to.currency] ?? 1) / (RATES[from.currency] ?? 1)) *
      (1 + (this.random() - 0.5) * 0.05);
    const received = isAcross ? Math.round(sum * rate * 100) / 100 : sum;
    const say = (own: Account, other: Account, out: boolean): string => {
      const style = own.bank.style(out, {
        to: to.type,
        savings: to.subtype === 'savings',
        standing,
      });
      const number = other.name.slice(-4);
      // A standing order says the same each time.
      const same = seededRandom(own.name.length * 31 + (out ? 1 : 2));
      return style(standing ? () => (same(), same()) : this.random)
        .replaceAll('{holder}', this.holder)
        .replaceAll('{account}', other.name)
        .replaceAll('{digits}', number)
        .replaceAll('{bank}', other.institutionName ?? '');
    };
    const stated = isAcross && this.chance(0.3) ? ` ${received.toFixed(2)} ${to.currency}` : '';
    const outflow = this.add(from, date, -sum, say(from, to, true) + stated);
    const inflow = this.add(to, arrival, received, say(to, from, false));
    this.truth.set(outflow.id, inflow.id);
    if (this.chance(0.06))
      this.add(from, date, -this.pick([0.35, 1, 1.5, 2.5]), this.pick(OTHER_TEXTS.fees));
  }
}

const KINDS = [
  ['Depository', 'checking', 'Checking'],
  ['Depository', 'savings', 'Savings'],
  ['CreditCard', 'credit_card', 'Card'],
  ['Loan', 'loan', 'Loan'],
  ['Investment', 'brokerage', 'Depot'],
] as const;

function openAccounts(maker: Maker): void {
  const currencies = maker.chance(0.7)
    ? ['EUR']
    : maker.chance(0.7)
      ? ['EUR', 'USD']
      : ['EUR', 'USD', 'GBP'];
  const home = maker.pick(BANKS);
  const open = (kind: (typeof KINDS)[number], currency: string): void => {
    const [type, subtype, label] = kind;
    const bank = maker.chance(0.5) ? home : maker.pick(BANKS);
    const digits = maker.digits();
    const name = maker.chance(0.5) ? `${label} ${digits}` : `${bank.name} ${label}`;
    maker.open({ name, type, subtype, institutionName: bank.name, currency, bank });
  };
  open(KINDS[0], 'EUR');
  open(KINDS[1], 'EUR');
  for (const kind of KINDS) if (maker.chance(0.55)) open(kind, 'EUR');
  for (const currency of currencies.slice(1)) open(KINDS[0], currency);
}

/** Standing orders, often of one sum to several accounts on one day; cards and loans that are paid; single ones. */
function makeTransfers(maker: Maker): void {
  const checking = maker.of('Depository').filter(({ subtype }) => subtype === 'checking');
  const sum = maker.pick([50, 100, 150, 200, 250, 500, 500, 500, 300]);
  const dayOfMonth = Math.floor(maker.random() * 27);
  const standing = maker.accounts.filter(({ type, subtype, currency }) => {
    const saves = subtype === 'savings' || type === 'Investment';
    return currency === 'EUR' && saves && maker.chance(0.75);
  });
  const from = checking[0];
  if (from === undefined) return;
  const payment = maker.sum(180, 900);
  for (let month = 0; month < 12; month += 1) {
    const day = addDays(FIRST_DAY, month * 30 + dayOfMonth);
    for (const to of standing) maker.move(from, to, sum, day, true);
    for (const card of maker.of('CreditCard')) {
      maker.move(
        from,
        card,
        maker.sum(120, 1900) + (maker.chance(0.8) ? maker.pick([0.13, 0.47, 0.88]) : 0),
        addDays(day, 3),
      );
    }
    for (const loan of maker.of('Loan')) maker.move(from, loan, payment, addDays(day, 1), true);
  }
  const movable = maker.accounts.filter(
    ({ type }) => type === 'Depository' || type === 'Investment',
  );
  for (let n = 0; n < 25; n += 1) {
    const [a, b] = [maker.pick(movable), maker.pick(movable)];
    if (a !== b) maker.move(a, b, maker.sum(20, 2500), maker.date());
  }
}

function makeOthers(maker: Maker): void {
  const spending = maker.accounts.filter(
    ({ type, subtype }) => type === 'CreditCard' || subtype === 'checking',
  );
  const checking = spending.filter(({ type }) => type === 'Depository');
  const salary = maker.sum(1500, 4500);
  const rent = maker.sum(400, 1500);
  const partner = maker.pick(PEOPLE);
  for (let month = 0; month < 12; month += 1) {
    const start = addDays(FIRST_DAY, month * 30);
    const account = maker.pick(checking);
    maker.add(account, addDays(start, 24), salary, maker.pick(OTHER_TEXTS.salaries));
    maker.add(account, addDays(start, 1), -rent, maker.pick(OTHER_TEXTS.rents));
    // Somebody else pays half or all of the rent, by a transfer that is none of the household.
    if (maker.chance(0.15))
      maker.add(
        maker.pick(checking),
        addDays(start, Math.floor(maker.random() * 4)),
        rent,
        `${maker.pick(OTHER_TEXTS.incoming)} ${partner}`,
      );
  }
  for (let n = 0; n < 260; n += 1) {
    const account = maker.pick(spending);
    const price = maker.price();
    const date = maker.date();
    const shop = maker.pick(SHOPS);
    maker.add(
      account,
      date,
      -price,
      maker.chance(0.4) ? `${maker.pick(OTHER_TEXTS.purchases)} ${shop}` : shop,
    );
    // Refunds, now and then to another account; friends who pay their dinner back.
    if (maker.chance(0.03)) {
      const back = maker.chance(0.15) ? maker.pick(spending) : account;
      const words = maker.chance(0.6) ? `${maker.pick(OTHER_TEXTS.refunds)} ` : '';
      maker.add(back, addDays(date, Math.floor(maker.random() * 7)), price, words + shop);
    } else if (maker.chance(0.01)) {
      const words = maker.chance(0.5) ? `${maker.pick(OTHER_TEXTS.incoming)} ` : '';
      maker.add(
        maker.pick(checking),
        addDays(date, Math.floor(maker.random() * 4)),
        price,
        words + maker.pick(PEOPLE),
      );
    }
  }
  // Strangers are paid, and pay, round sums by transfer.
  for (let n = 0; n < 24; n += 1) {
    const isIn = maker.chance(0.4);
    const words = maker.pick(isIn ? OTHER_TEXTS.incoming : OTHER_TEXTS.outgoing);
    const text = maker.chance(0.7) ? `${words} ${maker.pick(PEOPLE)}` : maker.pick(PEOPLE);
    maker.add(maker.pick(checking), maker.date(), (isIn ? 1 : -1) * maker.sum(10, 600), text);
  }
}

/** Makes the household of a seed: a year of about 450 transactions, some 60 of them transfers. */
export function labelledHousehold(seed: number): LabelledHousehold {
  return new Maker(seed).make();
}
