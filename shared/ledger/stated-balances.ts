import { recordsOf } from '../postgres/household-rows.ts';

/** The balance of an account at the end of a day, as stated by a bank or a file. */
export interface StatedBalance {
  readonly id: string;
  readonly accountId: string;
  readonly date: string;
  /** Decimal text. */
  readonly balance: string;
  readonly cashBalance: string | null;
  readonly currency: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export const { list: listStatedBalances } = recordsOf<StatedBalance>(
  'balances',
  (sql) => sql`id, account_id, date, balance, cash_balance, currency, created_at, updated_at`,
);
