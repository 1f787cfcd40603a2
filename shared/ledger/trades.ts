import { entriesOf } from './entry-filter.ts';

export interface Trade {
  id: string;
  accountId: string;
  securityId: string;
  ticker: string | null;
  exchangeOperatingMic: string | null;
  date: string;
  name: string;
  /** Decimal text; negative for a sale. */
  quantity: string;
  price: string;
  /** Money in is positive. */
  amount: string;
  currency: string;
  fee: string | null;
  investmentActivityLabel: string | null;
  notes: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** A page of trades, newest first. */
export const listTrades = entriesOf<Trade>(
  'trades',
  (sql) => sql`
    e.id, e.account_id, e.security_id, s.ticker,
      s.exchange_operating_mic, e.date, e.name, e.quantity, e.price,
      e.amount, e.currency, e.fee, e.investment_activity_label,
      e.notes, e.created_at, e.updated_at`,
  (sql) => sql`join securities s on s.id = e.security_id`,
);
