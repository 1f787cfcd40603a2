import { addDays } from '#preflight/days';
import type { Side, TransferAccount } from '../../../shared/transfers/side.ts';
import { HouseholdMaker, type LabelledHousehold } from './household-maker.ts';

/*
 * A couple, written before the judgement that it measures: full of what only looks like a transfer. Wages as
 * high as the rent, expenses that an employer repays, refunds to another account, friends who lend and return the same
 * sums, one subscription in two accounts, accounts of their own that are not connected, and one that is connected late.
 * Both pay the same sum into the joint account. Money rests over weekends.
 */

interface Words {
  readonly bank: string;
  /** Between accounts of this bank; `#` is the other account's last digits. */
  readonly own: readonly [out: string, into: string];
  /** To and from other banks; `@` is whom, followed by the reference that both sides carry. */
  readonly far: readonly [out: string, into: string];
  readonly standing: string;
  readonly shop: string;
  readonly debit: string;
}

const BANKS: readonly Words[] = [
  {
    bank: 'First Prairie',
    own: ['Internet transfer to deposit account #', 'Internet transfer from deposit account #'],
    far: ['Billpay @', 'ELECTRONIC CREDIT @'],
    standing: 'Recurring billpay @',
    shop: 'VISA DDA PUR',
    debit: 'ELECTRONIC DEBIT',
  },
  {
    bank: 'Hanseatische',
    own: ['Kontenübertrag', 'Kontenübertrag'],
    far: ['Echtzeit-Auftrag @', 'Eingang @'],
    standing: 'Dauerauftr. @',
    shop: 'Girocard',
    debit: 'Folgelastschrift',
  },
  {
    bank: 'Sol y Mar',
    own: ['Envío interno', 'Envío interno'],
    far: ['Orden a favor de @', 'Abono de @'],
    standing: 'Orden periódica @',
    shop: 'Tarj.',
    debit: 'Recibo',
  },
  {
    bank: 'Bosphorus',
    own: ['Hesaplarım arası', 'Hesaplarım arası'],
    far: ['Giden FAST @', 'Gelen FAST @'],
    standing: 'Düzenli ödeme @',
    shop: 'Alışveriş',
    debit: 'Otomatik ödeme',
  },
  {
    bank: 'Thames & Tay',
    own: ['A/C #', 'A/C #'],
    far: ['@ BBP', '@ BGC'],
    standing: '@ STO',
    shop: 'CPM',
    debit: 'DD',
  },
  {
    bank: 'Quiet',
    own: ['Debit', 'Credit'],
    far: ['@', '@'],
    standing: '@',
    shop: '',
    debit: '',
  },
];
const COUPLES = [
  ['Hannah Vogel', 'Jonas Vogel'],
  ['Maya Whitlock', 'Ben Osei'],
  ['Elif Kaya', 'Deniz Kaya'],
  ['Carmen Ibarra', 'Luis Prado'],
] as const;
const FRIENDS = ['Tom Hale', 'Aylin Demir', 'Marta Gil', 'Felix Braun', 'Rosa Lind', 'Ken Abe'];
const SHOPS = [
  'Edeka',
  'Aldi 77',
  'Boots',
  'Migros Jet',
  'Mercado Central',
  'Kroger 0412',
  'OBI',
  'Fnac',
  'Shell',
  'Sushi Bar',
  'Zara',
  'Media World',
];
const REFERENCES = ['household', 'Haushalt', 'casa', 'ev', 'holiday', 'thanks', '', '', '', ''];

interface Account extends TransferAccount {
  readonly currency: string;
  readonly words: Words;
  readonly holder: string;
}

/** Makes the household of a seed: a year of some 700 transactions. */
export function thirdHousehold(seed: number): LabelledHousehold {
  return new ThirdHousehold(seed).make();
}

class ThirdHousehold extends HouseholdMaker<Account> {
  readonly #couple: readonly [string, string];
  /** Before that day an account was not connected yet. */
  readonly #since = new Map<Account, number>();

  constructor(seed: number) {
    super(seed * 15_485_863 + 3, 11);
    this.#couple = this.pick(COUPLES);
  }

  make(): LabelledHousehold {
    const [one, two] = this.#couple;
    const mine = this.#open(one, 'Depository', 'checking');
    const yours = this.#open(two, 'Depository', 'checking');
    const joint = this.#open(one, 'Depository', 'checking');
    const pot = this.#open(one, 'Depository', 'savings');
    const card = this.#open(this.pick([one, two]), 'CreditCard', 'credit_card');
    const loan = this.chance(0.4) ? this.#open(one, 'Loan', 'mortgage') : null;
    const broker = this.chance(0.5) ? this.#open(two, 'Investment', 'brokerage') : null;
    if (this.chance(0.4)) this.#since.set(this.pick([pot, yours, broker ?? pot]), 150);
    this.#moves({ mine, yours, joint, pot, card, loan, broker });
    this.#work(mine, yours, joint);
    this.#shopping([mine, yours, joint, card], mine);
    this.#friends([mine, yours, joint]);
    this.#elsewhere([mine, yours]);
    return this.household;
  }

  #moves(all: {
    mine: Account;
    yours: Account;
    joint: Account;
    pot: Account;
    card: Account;
    loan: Account | null;
    broker: Account | null;
  }): void {
    const { mine, yours, joint, pot, card, loan, broker } = all;
    const share = this.pick([600, 750, 800, 950, 1100]);
    const other = this.chance(0.6) ? share : share - 150;
    const saved = this.pick([100, 150, 200, 250, 400]);
    const instalment = 300 + Math.floor(this.random() * 90_000) / 100;
    const plan = this.pick([25, 50, 100]);
    const shareReference = this.pick(REFERENCES);
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30;
      this.#move(mine, joint, share, first + 2, { standing: true, reference: shareReference });
      this.#move(yours, joint, other, first + this.pick([2, 2, 3]), { standing: true });
      this.#move(mine, pot, saved, first + 4, { standing: true });
      const owed = Math.floor(this.random() * 180_000 + 4_000) / 100;
      this.#move(this.chance(0.8) ? mine : joint, card, owed, first + 12, {
        words: ['card', 'received'],
      });
      if (loan !== null) this.#move(joint, loan, instalment, first + 6, { standing: true });
      if (broker !== null) {
        for (const day of [1, 15])
          this.#move(yours, broker, plan, first + day, { standing: true, reference: 'plan' });
      }
    }
    for (let n = 0; n < 16; n += 1) {
      const [from, to] = this.pick([
        [pot, mine],
        [pot, joint],
        [mine, yours],
        [yours, mine],
        [joint, pot],
      ] as const);
      const sum = this.chance(0.7)
        ? this.pick([20, 50, 100, 100, 150, 200, 300, 500, 1000])
        : Math.floor(this.random() * 60_000 + 500) / 100;
      this.#move(from, to, sum, this.day(), { reference: this.pick(REFERENCES) });
    }
  }

  /** Wages as high as the rent; an employer who repays what was bought for him. */
  #work(mine: Account, yours: Account, joint: Account): void {
    const rent = 600 + 50 * Math.floor(this.random() * 20);
    const wages = [this.chance(0.2) ? rent : 1900.55, 1200 + 10 * Math.floor(this.random() * 99)];
    for (let month = 0; month < 12; month += 1) {
      const first = month * 30;
      this.#add(mine, first + 1, wages[0] ?? 0, `${mine.words.far[1]} Delta Werke`, 'Delta Werke');
      this.#add(yours, first, wages[1] ?? 0, `${yours.words.far[1]} wages`, 'Orion Labs');
      this.#add(joint, first + 3, -rent, joint.words.standing, 'Hill Estates');
      this.#add(mine, first + 9, -12.99, `${mine.words.debit} Streamly`);
      this.#add(yours, first + 9, -12.99, `${yours.words.debit} Streamly`);
      if (this.chance(0.05))
        this.#add(this.pick([mine, yours]), first + 11, 12.99, `Streamly ${yours.words.debit}`);
    }
  }

  #shopping(spending: readonly Account[], employed: Account): void {
    for (let n = 0; n < 420; n += 1) {
      const account = this.pick(spending);
      const day = this.day();
      const cents = Math.floor(100 + this.random() ** 3 * 25_000);
      const price = this.chance(0.3) ? Math.ceil(cents / 500) * 5 : cents / 100;
      const shop = this.pick(SHOPS);
      this.#add(account, day, -price, `${account.words.shop} ${shop}`);
      if (this.chance(0.025)) {
        const to = this.chance(0.35) ? this.pick(spending) : account;
        const text = this.chance(0.5) ? shop : `${to.words.shop} ${shop}`;
        this.#add(to, day + this.pick([1, 2, 3, 5, 8]), price, text);
      } else if (this.chance(0.015)) {
        this.#add(
          employed,
          day + this.pick([2, 4, 7, 12]),
          price,
          employed.words.far[1],
          'Delta Werke',
        );
      }
    }
  }

  /** Who ate with them pays, is paid, lends and returns round sums. */
  #friends(accounts: readonly Account[]): void {
    for (let n = 0; n < 26; n += 1) {
      const account = this.pick(accounts);
      const sum = this.pick([5, 10, 15, 20, 20, 25, 30, 50, 50, 100, 100, 200, 36.5, 48.2]);
      const day = this.day();
      const friend = this.pick(FRIENDS);
      const isOut = this.chance(0.5);
      const text = `${account.words.far[isOut ? 0 : 1]} ${this.pick(REFERENCES)}`;
      this.#add(account, day, isOut ? -sum : sum, text, friend);
      if (this.chance(0.2)) {
        const back = this.pick(accounts);
        this.#add(
          back,
          day + this.pick([1, 2, 3, 6]),
          isOut ? sum : -sum,
          back.words.far[isOut ? 1 : 0],
          friend,
        );
      }
    }
  }

  /** Accounts of their own at banks that are not connected. */
  #elsewhere(accounts: readonly Account[]): void {
    for (const account of accounts) {
      if (this.chance(0.5)) continue;
      const sum = this.pick([50, 100, 150, 200, 250]);
      for (let month = 0; month < 12; month += 1)
        this.#add(
          account,
          month * 30 + this.pick([4, 5]),
          -sum,
          account.words.standing,
          account.holder,
        );
      for (let n = 0; n < 3; n += 1)
        this.#add(
          account,
          this.day(),
          this.pick([100, 200, 300]),
          account.words.far[1],
          account.holder,
        );
    }
  }

  #move(
    from: Account,
    to: Account,
    sum: number,
    day: number,
    {
      standing = false,
      reference = '',
      words,
    }: { standing?: boolean; reference?: string; words?: readonly [string, string] },
  ): void {
    const isNear = from.words === to.words;
    const booked = this.#weekday(day);
    const arrives = isNear
      ? booked
      : this.#weekday(booked + this.pick([0, 0, 0, 0, 1, 1, 1, 2, 3]));
    const far = (text: string, name: string): string => `${text.replace('@', name)} ${reference}`;
    const [out, into] =
      words !== undefined
        ? [`${from.words.debit} ${to.words.bank} ${words[0]}`, words[1]]
        : isNear
          ? [
              from.words.own[0].replace('#', to.name.slice(-4)),
              to.words.own[1].replace('#', from.name.slice(-4)),
            ]
          : [
              far(standing ? from.words.standing : from.words.far[0], to.holder),
              far(to.words.far[1], from.holder),
            ];
    const outflow = this.#add(from, booked, -sum, out);
    const inflow = this.#add(to, arrives, sum, into);
    if (outflow !== null && inflow !== null) this.truth.set(outflow.id, inflow.id);
  }

  /** The first day of the year is a Monday. */
  #weekday(day: number): number {
    const late = day % 7;
    return late < 5 ? day : day + 7 - late;
  }

  #open(holder: string, type: string, subtype: string): Account {
    const words =
      this.accounts[0] !== undefined && this.chance(0.4)
        ? this.accounts[0].words
        : this.pick(BANKS);
    const digits = this.digits();
    const name = this.chance(0.7) ? `${words.bank} ${digits}` : `${subtype} ${digits}`;
    const own = { institutionName: words.bank, currency: 'EUR', words, holder };
    return this.open({ ...own, name, type, subtype });
  }

  /** Null: the account was not connected then. */
  #add(account: Account, day: number, sum: number, text: string, who = ''): Side | null {
    if (day < (this.#since.get(account) ?? 0)) return null;
    return this.add(account, addDays('2024-01-01', day), sum, text.replace('@', who).trim());
  }
}
