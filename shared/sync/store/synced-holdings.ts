import type { AnySql } from '../../postgres/connect.ts';
import { updateRow } from '../../postgres/household-rows.ts';
import { valueTable } from '../../postgres/value-table.ts';

export interface SyncedHolding {
  /** The provider's key of the position, or one derived from the security's names. */
  key: string;
  name: string;
  ticker: string | null;
  isin: string | null;
  figi: string | null;
  cusip: string | null;
  securityCurrency: string | null;
  quantity: string;
  price: string | null;
  value: string | null;
  costBasis: string | null;
  currency: string;
}

const COLUMNS = {
  key: 'text',
  name: 'text',
  ticker: 'text',
  isin: 'text',
  figi: 'text',
  cusip: 'text',
  securityCurrency: 'text',
  quantity: 'numeric',
  price: 'numeric',
  value: 'numeric',
  costBasis: 'numeric',
  currency: 'text',
} as const;

/** Replaces the account's synced positions by these: updates changed ones, deletes sold ones. */
export async function replaceSyncedHoldings(
  sql: AnySql,
  owner: { householdId: string; accountId: string },
  holdings: readonly SyncedHolding[],
  at: { day: string; now: Date },
): Promise<void> {
  const { householdId, accountId } = owner;
  await sql`
    delete from holdings
    where household_id = ${householdId}
      and account_id = ${accountId}
      and source = 'provider'
      and external_id <> all(${holdings.map(({ key }) => key)}::text[])`;
  if (holdings.length === 0) return;
  const row = valueTable(sql, 'row', holdings, COLUMNS);
  await sql`
    insert into securities (household_id, ticker, name, currency, isin, figi, cusip, created_at, updated_at)
    select distinct on (ticker, name) ${householdId}::uuid, ticker, name, security_currency, isin, figi, cusip,
      ${at.now}::timestamptz, ${at.now}::timestamptz
    from ${row}
    on conflict (household_id, ticker, exchange_operating_mic, name) do nothing`;
  await sql`
    insert into holdings (
      household_id, account_id, security_id, date, quantity, price, value, currency, cost_basis,
      cost_basis_source, source, external_id, created_at, updated_at
    )
    select ${householdId}::uuid, ${accountId}::uuid, security.id, ${at.day}::date, row.quantity, row.price,
      coalesce(row.value, row.quantity * row.price), row.currency, row.cost_basis,
      case when row.cost_basis is not null then 'provider' end, 'provider', row.key,
      ${at.now}::timestamptz, ${at.now}::timestamptz
    from ${row}
    join securities security
      on security.household_id = ${householdId}
      and security.ticker is not distinct from row.ticker
      and security.exchange_operating_mic is null
      and security.name = row.name
    on conflict (account_id, source, external_id) where external_id is not null do update
    set security_id = excluded.security_id,
      date = excluded.date,
      quantity = excluded.quantity,
      price = excluded.price,
      value = excluded.value,
      currency = excluded.currency,
      cost_basis = excluded.cost_basis,
      cost_basis_source = excluded.cost_basis_source,
      updated_at = excluded.updated_at`;
}

/**
 * Stores whether the provider supports holdings for an account, and when it was asked. If support disappears, that may be a
 * temporary fault, so it does not count as asked.
 */
export async function setHoldingsState(
  sql: AnySql,
  householdId: string,
  linkId: string,
  change: {
    state: 'available' | 'not_supported';
    total: { amount: string; currency: string } | null;
    now: Date;
  },
): Promise<void> {
  const { state, total, now } = change;
  await updateRow(sql, 'provider_accounts', householdId, linkId, {
    holdingsState: state,
    holdingsCheckedAt: sql`case
      when holdings_state = 'available' and ${state === 'not_supported'} then null
      else ${now}::timestamptz
    end`,
    holdingsTotal: total?.amount ?? null,
    holdingsCurrency: total?.currency ?? null,
    updatedAt: now,
  });
}
