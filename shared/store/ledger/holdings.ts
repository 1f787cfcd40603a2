import type { AnySql } from '../../db/connect.ts';

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
 * What is held now: the provider's positions, and of imported ones, which are a history, those of the
 * newest day of their account.
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

/** How many positions are held now. */
export async function countHoldings(
  sql: AnySql,
  householdId: string,
  accountId: string | undefined,
): Promise<number> {
  const [row] = await sql<{ count: number }[]>`
    select count(*)::integer as count
    from ${current(sql, householdId, accountId)} h`;
  return row?.count ?? 0;
}

/** One page of what is held now, by account and security. */
export async function listHoldings(
  sql: AnySql,
  householdId: string,
  accountId: string | undefined,
  page: { limit: number; offset: number },
): Promise<Holding[]> {
  return sql<Holding[]>`
    select h.id,
      h.account_id as "accountId",
      h.security_id as "securityId",
      s.name as "securityName",
      s.ticker,
      s.isin,
      s.figi,
      s.cusip,
      s.currency as "securityCurrency",
      h.date,
      h.quantity,
      h.price,
      h.value,
      h.cost_basis as "costBasis",
      h.currency,
      h.source,
      h.created_at as "createdAt",
      h.updated_at as "updatedAt"
    from ${current(sql, householdId, accountId)} h
    join securities s on s.household_id = h.household_id and s.id = h.security_id
    order by h.account_id, s.name, h.id
    limit ${page.limit}
    offset ${page.offset}`;
}

/** The sum of what is held now, per currency: currencies are never mixed. */
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
): Promise<
  {
    accountId: string;
    state: string;
    total: string | null;
    currency: string | null;
    checkedAt: Date | null;
  }[]
> {
  return sql`
    select account_id as "accountId",
      holdings_state as state,
      holdings_total as total,
      holdings_currency as currency,
      holdings_checked_at as "checkedAt"
    from provider_accounts
    where household_id = ${householdId}
      ${accountId === undefined ? sql`` : sql`and account_id = ${accountId}`}
    order by created_at, id`;
}
