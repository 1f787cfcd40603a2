import { normalizeDecimal } from '#preflight/money';
import type { Holding, HoldingsAccount } from '../../shared/ledger/holdings.ts';
import {
  CURRENCY,
  DATE,
  DECIMAL,
  nullable,
  object,
  TIMESTAMP,
  UUID,
} from '../openapi/json-schema.ts';
import type { JsonSchema, Schemas } from '../openapi/json-schema.ts';
import { presentTimestamp } from './timestamp.ts';

const TEXT: JsonSchema = { type: 'string' };

export const holding: JsonSchema = object({
  id: UUID,
  account_id: UUID,
  security: object({
    id: UUID,
    name: nullable(TEXT),
    ticker: nullable(TEXT),
    isin: nullable(TEXT),
    figi: nullable(TEXT),
    cusip: nullable(TEXT),
    currency: nullable(CURRENCY),
  }),
  date: DATE,
  quantity: { ...DECIMAL, description: 'Negative for a short position.' },
  price: nullable(DECIMAL),
  value: nullable(DECIMAL),
  cost_basis: nullable(DECIMAL),
  currency: CURRENCY,
  source: TEXT,
  created_at: TIMESTAMP,
  updated_at: TIMESTAMP,
});

/** The sum of all selected positions in one currency; currencies are never mixed. */
export const holdingsValuation: JsonSchema = object({ currency: CURRENCY, value: DECIMAL });

/** What the provider says about the holdings of an account. */
export const holdingsAccount: JsonSchema = object({
  account_id: UUID,
  holdings: { type: 'string', enum: ['unknown', 'available', 'not_supported'] },
  total_value: {
    ...nullable(DECIMAL),
    description: 'The value of the portfolio as the bank states it; null where it does not.',
  },
  currency: nullable(CURRENCY),
  checked_at: nullable(TIMESTAMP),
});

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
