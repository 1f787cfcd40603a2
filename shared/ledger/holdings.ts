import type { AnySql } from '../postgres/connect.ts';
import type { HoldingsState } from './account-link.ts';
import { listRows } from '../postgres/page.ts';
import type { Page, PageRequest, SortKey } from '../postgres/page.ts';

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
 * Current holdings: the provider's positions, and the imported ones of each account's latest day, because those form a history.
 * Looks up account by account, so that it does not read the history itself.
 */
const current = (sql: AnySql, householdId: string, accountId: string | undefined) => sql`
  accounts a
  cross join lateral (
    select *
    from holdings
    where household_id = a.household_id
      and account_id = a.id
      and source = 'provider'
      and external_id is not null
    union all
    select *
    from holdings
    where household_id = a.household_id
      and account_id = a.id
      and source <> 'provider'
      and date = (
        select max(date)
        from holdings
        where household_id = a.household_id
          and account_id = a.id
          and source <> 'provider'
      )
  ) h
  join lateral (
    select *, coalesce(name, '') as sort_name
    from securities
    where household_id = h.household_id
      and id = h.security_id
  ) s on true
  where a.household_id = ${householdId}
    ${accountId === undefined ? sql`` : sql`and a.id = ${accountId}`}`;

const columns = (sql: AnySql) => sql`
  h.id, h.account_id, h.security_id, s.name as security_name, s.ticker, s.isin, s.figi,
  s.cusip, s.currency as security_currency, h.date, h.quantity, h.price, h.value, h.cost_basis,
  h.currency, h.source, h.created_at, h.updated_at`;

/** Holdings with these ids, of any day. */
export async function listHoldingsById(sql: AnySql, householdId: string, ids: readonly string[]) {
  return sql<Holding[]>`
    select ${columns(sql)}
    from holdings h
    join securities s on s.household_id = h.household_id and s.id = h.security_id
    where h.household_id = ${householdId}
      and h.id = any(${ids as string[]}::uuid[])`;
}

/** One page of current holdings, by account and security. */
export async function listHoldings(
  sql: AnySql,
  householdId: string,
  accountId: string | undefined,
  page: PageRequest,
): Promise<Page<Holding>> {
  const matching = sql`from ${current(sql, householdId, accountId)}`;
  const order: SortKey[] = [
    ['h.account_id', 'uuid'],
    ['s.sort_name', 'text'],
    ['h.id', 'uuid'],
  ];
  return listRows(sql, page, matching, order, columns(sql));
}

/** The total of current holdings per currency; currencies are never mixed. */
export async function sumHoldings(sql: AnySql, householdId: string, accountId: string | undefined) {
  return sql<{ currency: string; value: string }[]>`
    select h.currency,
      sum(coalesce(h.value, h.quantity * h.price, 0)) as value
    from ${current(sql, householdId, accountId)}
    group by h.currency
    order by h.currency`;
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
