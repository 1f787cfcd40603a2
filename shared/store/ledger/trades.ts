import type { AnySql } from '../../db/connect.ts';
import type { EntryFilter } from './entry-filter.ts';
import { countEntries, entryPage } from './entry-filter.ts';

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

/** How many trades a filter leaves. */
export function countTrades(
  sql: AnySql,
  householdId: string,
  filter: EntryFilter,
): Promise<number> {
  return countEntries(sql, 'trades', householdId, filter);
}

/** A page of trades, newest first. */
export async function listTrades(
  sql: AnySql,
  householdId: string,
  filter: EntryFilter,
  page: { offset: number; limit: number },
): Promise<Trade[]> {
  return sql<Trade[]>`
    select e.id, e.account_id as "accountId", e.security_id as "securityId", s.ticker,
      s.exchange_operating_mic as "exchangeOperatingMic", e.date, e.name, e.quantity, e.price,
      e.amount, e.currency, e.fee, e.investment_activity_label as "investmentActivityLabel",
      e.notes, e.created_at as "createdAt", e.updated_at as "updatedAt"
    from trades e
    join securities s on s.id = e.security_id
    ${entryPage(sql, householdId, filter, page)}`;
}
