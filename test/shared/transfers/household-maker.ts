import type { Side, TransferAccount } from '../../../shared/transfers/side.ts';
import { Dice } from './dice.ts';

/** A household of which it is known what its transfers are: made from a seed, the same each time. */
export interface LabelledHousehold {
  readonly accounts: readonly (TransferAccount & { readonly currency: string })[];
  readonly sides: readonly Side[];
  /** The true pairs, as `outflow id` to `inflow id`. */
  readonly truth: ReadonlyMap<string, string>;
}

/** What every generator of labelled households collects. */
export class HouseholdMaker<
  Account extends TransferAccount & { readonly currency: string },
> extends Dice {
  readonly accounts: Account[] = [];
  readonly sides: Side[] = [];
  readonly truth = new Map<string, string>();

  /** The last digits of an account's number. */
  digits(): string {
    return String(1000 + Math.floor(this.random() * 9000));
  }

  open(account: Omit<Account, 'id'>): Account {
    const opened = { ...account, id: `a${this.accounts.length}` } as Account;
    this.accounts.push(opened);
    return opened;
  }

  add({ id: accountId, currency }: Account, date: string, amount: number, text: string): Side {
    const side: Side = {
      id: `${String(this.sides.length).padStart(6, '0')}-${Math.floor(this.random() * 1e9)}`,
      accountId,
      date,
      amount: String(Math.round(amount * 100) / 100),
      currency,
      text,
      pending: false,
    };
    this.sides.push(side);
    return side;
  }

  protected get household(): LabelledHousehold {
    return { accounts: this.accounts, sides: this.sides, truth: this.truth };
  }
}
