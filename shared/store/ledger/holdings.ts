import type { AnySql } from '../../db/connect.ts';
import type { HoldingsState } from '../syncs/provider-accounts.ts';
import { readPage } from '../page.ts';
import type { Page, PageRequest } from '../page.ts';

/** What the provider says about an account's holdings. */
export interface HoldingsAccount {
  accountId: string;
  state: HoldingsState;
  /** Decimal text. */
  total: string | null;
  currency: string | null;
  checkedAt: Date | null;
}

export interface Holding {
  id: string;
  accountId: string;
  securityId: string;
  securityName: string | null;
  ticker: string | null;
  isin: string | null;
  figi: string | null;
  cusip: string | null;
  securityCurrency: string | null;
  date: string;
  quantity: string;
  price: string | null;
  value: string | null;
  costBasis: string | null;
  currency: string;
  source: string;
  createdAt: Date;
  updatedAt: Date;
}

/**
 * Current holdings: the provider's positions, and of imported ones, which form a history, those of the account's
 * latest day.
 */
const current = (sql: AnySql, householdId: string, accountId: string | undefined) => sql`
  (
    select *
    from (
      select *,
        max(date) over (partition by account_id, source) as newest
      from holdings
      where household_id = ${householdId}
        ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    ) dated
    where source = 'provider'
      or date = newest
  )`;

/** One page of current holdings, by account and security. */
export async function listHoldings(
  sql: AnySql,
  householdId: string,
  accountId: string | undefined,
  page: PageRequest,
): Promise<Page<Holding>> {
  const held = current(sql, householdId, accountId);
  return readPage(
    sql,
    page,
    sql`from ${held} h`,
    (window) => sql<Holding[]>`
    select h.id, h.account_id, h.security_id, s.name as security_name, s.ticker, s.isin, s.figi,
      s.cusip, s.currency as security_currency, h.date, h.quantity, h.price, h.value, h.cost_basis,
      h.currency, h.source, h.created_at, h.updated_at
    from ${held} h
    join securities s on s.household_id = h.household_id and s.id = h.security_id
    order by h.account_id, s.name, h.id
    ${window}`,
  );
}

/** The total of current holdings per currency; currencies are never mixed. */
export async function sumHoldings(
  sql: AnySql,
  householdId: string,
  accountId: string | undefined,
): Promise<{ currency: string; value: string }[]> {
  return sql<{ currency: string; value: string }[]>`
    select currency,
      sum(coalesce(value, quantity * price, 0)) as value
    from ${current(sql, householdId, accountId)} h
    group by currency
    order by currency`;
}

/** What the provider says about the holdings of each synced account. */
export async function listHoldingsAccounts(
  sql: AnySql,
  householdId: string,
  accountId: string | undefined,
): Promise<HoldingsAccount[]> {
  return sql<HoldingsAccount[]>`
    select account_id, holdings_state as state, holdings_total as total,
      holdings_currency as currency, holdings_checked_at as checked_at
    from provider_accounts
    where household_id = ${householdId}
      ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    order by created_at, id`;
}
