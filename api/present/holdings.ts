import { normalizeDecimal } from '../../packages/preflight/money.ts';
import type { Holding, HoldingsAccount } from '../../shared/ledger/holdings.ts';
import type { Schemas } from '../contract/json-schema.ts';
import { presentTimestamp } from '../contract/timestamp.ts';

/** A position on the wire. */
export function presentHolding(holding: Holding): Schemas['Holding'] {
  return {
    id: holding.id,
    account_id: holding.accountId,
    security: {
      id: holding.securityId,
      name: holding.securityName,
      ticker: holding.ticker,
      isin: holding.isin,
      figi: holding.figi,
      cusip: holding.cusip,
      currency: holding.securityCurrency,
    },
    date: holding.date,
    quantity: holding.quantity,
    price: holding.price,
    value: holding.value === null ? null : trimmed(holding.value),
    cost_basis: holding.costBasis,
    currency: holding.currency,
    source: holding.source,
    created_at: presentTimestamp(holding.createdAt),
    updated_at: presentTimestamp(holding.updatedAt),
  };
}

/** What all selected positions of a currency are worth together. */
export function presentHoldingsValuation(sum: {
  currency: string;
  value: string;
}): Schemas['HoldingsValuation'] {
  return { currency: sum.currency, value: trimmed(sum.value) };
}

/** What the provider states about the holdings of an account. */
export function presentHoldingsAccount(account: HoldingsAccount): Schemas['HoldingsAccount'] {
  return {
    account_id: account.accountId,
    holdings: account.state,
    total_value: account.total === null ? null : trimmed(account.total),
    currency: account.currency,
    checked_at: presentTimestamp(account.checkedAt),
  };
}

/** Sums and products carry needless zeros. */
function trimmed(decimal: string): string {
  return normalizeDecimal(decimal) ?? decimal;
}
